import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verdicts } from '../../evidence/verdict.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { enlarged, only, withHostileText } from '../../trust/recordings/variants.ts'
import { type Opened, openPage, startChromium } from '../../trust/tools/chromium.ts'
import { junit } from '../formats/junit.ts'

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

async function rows(page: Page): Promise<number> {
  await page.locator('#grid[aria-busy=false]').waitFor()
  return page.locator('#grid tbody tr:has(td)').count()
}

describe('a failed run', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openPage(browser, reportedRun('broken'))
  })
  afterAll(() => opened.page.context().close())

  test('opens, asks nobody for anything and complains of nothing', async () => {
    expect(await opened.page.title()).toBe('FAILED: Platform API, nightly against development')
    expect(await opened.page.locator('h1').textContent()).toBe('Failed')
    expect(await rows(opened.page)).toBe(catalogue.length)
    expect(opened.requests).toEqual([])
    expect(opened.complaints).toEqual([])
  })

  test('says on the first screen what is broken', async () => {
    const cause = opened.page.locator('.cause').first()
    expect(await cause.textContent()).toContain('A server error that came again')
    expect((await cause.boundingBox())?.y).toBeLessThan(600)
  })

  test.for(verdicts)('%s has a shape of its own', async (verdict) => {
    const shapes = await opened.page.evaluate(
      "[...document.querySelectorAll('.counts .mark')].map((mark) => getComputedStyle(mark).clipPath)",
    )
    expect(new Set(shapes as string[]).size).toBe(verdicts.length)
    expect(await opened.page.locator(`#grid td.${verdict}`).count()).toBeGreaterThan(0)
  })

  test('filters by product, check, verdict and text, and clears them', async () => {
    const { page } = opened
    const shown = page.locator('#shown')
    await page.selectOption('[name=product]', 'Embeds')
    expect(await rows(page)).toBe(5)
    await page.selectOption('[name=check]', 'auth.missing-credential')
    expect(await shown.textContent()).toMatch(/^5 of /)
    await page.check('[value=violation]', { force: true })
    expect(await shown.textContent()).toMatch(/^1 of /)
    expect(await page.locator('#list tbody tr').textContent()).toContain('POST /api/vote/embed/create')
    await page.click('text=Clear')
    await page.fill('[name=text]', 'EVENTS method-refused')
    expect(await rows(page)).toBe(1)
    await page.fill('[name=text]', 'nothing is called so')
    expect(await rows(page)).toBe(0)
    await page.click('text=Clear')
    await page.locator('#grid tbody tr:has(td)').nth(264).waitFor({ state: 'attached' })
  })

  test('each column stands under the family of its check', async () => {
    const heads = (await opened.page.evaluate(`(() => {
      const [upper, lower] = document.querySelectorAll('#grid thead tr')
      const families = [...upper.children].slice(1).flatMap((cell) => Array(cell.colSpan).fill(cell.textContent))
      return [...lower.children].slice(1).map((cell, index) => [families[index], cell.textContent])
    })()`)) as [string, string][]
    expect(heads.filter(([family]) => family === 'auth').map(([, check]) => check)).toEqual([
      'missing-credential',
      'invalid-credential',
      'header-only',
      'ineligible-account',
      'ineligible-product',
      'ineligible-permission',
      'ineligible-origin',
      'open-operation',
    ])
    expect(heads.filter(([family]) => family === '').every(([, check]) => check.includes('.'))).toBe(true)
  })

  test('the keyboard walks the matrix, opens a finding and closes it', async () => {
    const { page } = opened
    await page.locator('#grid td[tabindex="0"]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowRight')
    expect(await page.evaluate('document.activeElement.cellIndex')).toBe(2)
    expect(await page.locator('#grid td[tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Enter')
    expect(await page.locator('dialog h2').textContent()).toBe('POST /api/account/general/forgot')
    await page.keyboard.press('Escape')
    expect(await page.locator('dialog').isVisible()).toBe(false)
  })

  test('a link opens a finding with both sides, the curl line and the replay command', async () => {
    const { page } = opened
    const link = page.locator('#list a').first()
    const id = (await link.getAttribute('href'))?.slice('#finding-'.length)
    await link.click()
    const text = (await page.locator('dialog').textContent()) ?? ''
    for (const part of ['Expected', 'Observed', 'Request', 'Response', '$API_KEY', `npx suite replay ${id}`]) {
      expect(text).toContain(part)
    }
    await page.click('dialog .close')
    expect(await page.evaluate('location.hash')).toBe('')
  })

  test('markup that someone adds does not run: the policy of the page forbids it', async () => {
    const { page } = opened
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))",
    )
    expect(await page.evaluate('window.ran')).toBeUndefined()
  })
})

test('hostile answers are text, wherever they are shown', async () => {
  const { page, requests, complaints } = await openPage(browser, withHostileText(reportedRun('broken')))
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
  await page.locator('#list a').first().click()
  expect(await page.locator('dialog').textContent()).toContain('<img src=x onerror=')
  await page.click('dialog .close')
  await page.locator('#grid td.violation').first().click()
  await page.waitForTimeout(200)
  expect(await page.evaluate('window.hacked')).toBeUndefined()
  expect(await page.locator('img, iframe, link, object, script[src]').count()).toBe(0)
  expect(await page.locator('script').count()).toBe(2)
  const text = (await page.evaluate('document.documentElement.textContent')) as string
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
  expect(text).not.toMatch(/[\u0000\u001b\u202e]/)
  expect(text).toContain('␀')
  expect(requests).toEqual([])
  expect(complaints).toEqual([])
  await page.context().close()
})

test('without its script the page still tells verdict, causes, gaps, limits and ledger', async () => {
  const { page } = await openPage(browser, reportedRun('broken'), { javaScriptEnabled: false })
  for (const part of ['#violations .cause', '#gaps tbody tr', '#limits svg', '#ledger .part', '#catalogue tbody tr']) {
    expect(await page.locator(part).count(), part).toBeGreaterThan(0)
  }
  await page.context().close()
})

test('on paper it is dark on white, every cause is open, and what only a screen can do is left out', async () => {
  const { page } = await openPage(browser, reportedRun('broken'), { colorScheme: 'dark' })
  await page.emulateMedia({ media: 'print' })
  await page.evaluate("dispatchEvent(new Event('beforeprint'))")
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(28, 34, 48)')
  expect(await page.locator('details:not([open])').count()).toBe(0)
  for (const part of ['nav', '#matrix', '.copy']) expect(await page.locator(part).first().isVisible()).toBe(false)
  await page.context().close()
})

test('10,000 findings open in under a second', async () => {
  const { page } = await openPage(browser, enlarged(reportedRun('broken'), 6600))
  expect(await page.locator('#shown').textContent()).toMatch(/^10\d{3} of 10\d{3}/)
  const times: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    await page.reload()
    times.push((await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")) as number)
  }
  expect(Math.min(...times)).toBeLessThan(1000)
  await page.context().close()
})

test('a run without findings opens', async () => {
  const { page, complaints } = await openPage(browser, only(reportedRun('broken'), []))
  expect(await page.locator('h1').textContent()).toBe('No trustworthy answer')
  expect(complaints).toEqual([])
  await page.context().close()
})

test("the JUnit document is well-formed to a browser's parser", async () => {
  const { results, ...evidence } = withHostileText(reportedRun('broken'))
  const page = await browser.newPage()
  const names = await page.evaluate(`(() => {
    const read = new DOMParser().parseFromString(${JSON.stringify(junit.render(results, evidence))}, 'text/xml')
    return [read.documentElement.tagName, read.querySelectorAll('parsererror').length, read.querySelectorAll('testcase').length]
  })()`)
  expect(names).toEqual(['testsuites', 0, results.findings.length + 1])
  await page.close()
})
