// @module-tag external
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { openPage, startChromium } from '../../trust/tools/chromium.ts'

let browser: Browser
let page: Page
let close: () => Promise<void>

beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())
beforeEach(async () => {
  ;({ page, close } = await openPage(browser, reportedRun('broken')))
})
afterEach(() => close())

const isOpen = () => page.locator('dialog').isVisible()
const title = () => page.locator('dialog h2').textContent()
const address = () => page.evaluate('location.hash') as Promise<string>

/** Puts the focus on the only cell of the matrix that Tab reaches. */
async function focusMatrix(): Promise<void> {
  await page.locator('#grid[aria-busy=false]').waitFor()
  await page.locator('#grid td[tabindex="0"]').focus()
}

test('Enter opens a cell and leaves it open, and Escape closes it and gives the focus back to the cell', async () => {
  await focusMatrix()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  expect(await page.locator('#grid td[tabindex="0"]').count()).toBe(1)
  const label = await page.evaluate('document.activeElement.getAttribute("aria-label")')
  await page.keyboard.press('Enter')
  expect(await isOpen()).toBe(true)
  await page.waitForTimeout(100)
  expect(await isOpen()).toBe(true)
  expect(await title()).toBe('POST /api/ads/advertisement/get')
  await page.keyboard.press('Escape')
  expect(await isOpen()).toBe(false)
  expect(await page.evaluate('document.activeElement.getAttribute("aria-label")')).toBe(label)
})

test('the keyboard leads from the top of the page to a finding, on to the next, and out again', async () => {
  for (let presses = 0; presses < 400; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate('document.activeElement.matches("#grid td")')) break
  }
  expect(await page.evaluate('document.activeElement.matches("#grid td")')).toBe(true)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press(' ')
  expect(await isOpen()).toBe(true)
  const first = await address()
  for (let presses = 0; presses < 2; presses += 1) {
    await page.keyboard.press('Tab')
    if (await page.evaluate('document.activeElement.matches(".next")')) break
  }
  expect(await page.evaluate('document.activeElement.className')).toBe('next')
  await page.keyboard.press('Enter')
  const second = await address()
  await page.keyboard.press('Enter')
  expect(await isOpen()).toBe(true)
  expect(new Set([first, second, await address()]).size).toBe(3)
  await page.keyboard.press('Escape')
  expect(await isOpen()).toBe(false)
})

test('a cell has an address of its own, and Back closes the open dialog', async () => {
  await page.locator('#grid tr:not(.product) td.violation').first().click()
  expect(await address()).toMatch(/^#(finding|cell)-[0-9a-f]{12}$/)
  await page.goBack()
  expect(await isOpen()).toBe(false)
  expect(await address()).toBe('')
  await page.goForward()
  expect(await isOpen()).toBe(true)
})

test('a cell with several findings shows them all under one address', async () => {
  await page.selectOption('[name=product]', 'Embeds')
  const cell = page.locator('#grid tr:not(.product) td[title^="request.field-type"]').first()
  await cell.click()
  expect(await address()).toMatch(/^#cell-[0-9a-f]{12}\?product=Embeds$/)
  const shared = (await page.evaluate('location.href')) as string
  const sections = await page.locator('dialog section').count()
  expect(sections).toBeGreaterThan(10)
  await page.goto('about:blank')
  await page.goto(shared)
  expect(await page.locator('dialog section').count()).toBe(sections)
  expect(await page.locator('[name=product]').inputValue()).toBe('Embeds')
})

test('previous and next go through the matching findings, and Back closes the dialog', async () => {
  await page.check('[value=violation]', { force: true })
  await page.locator('#list a').first().click()
  expect(await page.locator('dialog .bar').textContent()).toContain('1 of 29')
  expect(await page.locator('dialog .previous').isDisabled()).toBe(true)
  await page.click('dialog .next')
  expect(await page.locator('dialog .bar').textContent()).toContain('2 of 29')
  expect(await title()).toBe('GET /api/team/general/all')
  await page.click('dialog .previous')
  expect(await title()).toBe('POST /api/vote/embed/create')
  await page.click('dialog .next')
  await page.goBack()
  expect(await isOpen()).toBe(false)
  expect(await address()).toBe('#matrix?verdict=violation')
})

test('closing takes the finding out of the address and keeps the filters', async () => {
  await page.selectOption('[name=product]', 'Ads')
  await page.locator('#list a').first().click()
  await page.click('dialog .close')
  await page.locator('dialog').waitFor({ state: 'hidden' })
  await expect.poll(address).toBe('#matrix?product=Ads')
})

test('an address of a finding that this run does not have is told', async () => {
  await page.evaluate("location.hash = '#finding-000000000000'")
  await page.locator('dialog h2').waitFor()
  expect(await title()).toBe('This run has no finding 000000000000')
  await page.keyboard.press('Escape')
  expect(await isOpen()).toBe(false)
})

test('a link opens a finding with its sentence, request and response, the marked spot, the curl and the replay line', async () => {
  const link = page.locator('#list a').first()
  const id = (await link.getAttribute('href'))?.slice('#finding-'.length)
  await link.click()
  const text = (await page.locator('dialog').textContent()) ?? ''
  const parts = [
    'Anyone can use this without a key',
    'See it again',
    'curl ',
    `npx suite replay ${id}`,
    '§5.2, in our words',
    'Expected',
    'Request',
  ]
  const places = parts.map((part) => text.indexOf(part))
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(await page.locator('dialog mark').first().textContent()).toBe('200')
  expect(await page.locator('dialog .alike summary').first().textContent()).toMatch(/^[1-9]\d* more answered alike$/)
})

test('the clause of a finding links to its row in the ledger, and the dialog closes', async () => {
  await page.locator('#list a').first().click()
  await page.locator('dialog .says a').click()
  await expect.poll(isOpen).toBe(false)
  expect(await page.locator('[id="clause-§5.2"]').isVisible()).toBe(true)
})

test('a command can be copied, or is selected where copying is forbidden', async () => {
  await page.locator('#list a').first().click()
  const button = page.locator('dialog .copy').first()
  await button.click()
  await expect.poll(() => button.textContent()).toMatch(/Copied|Selected/)
})
