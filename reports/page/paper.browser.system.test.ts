// @module-tag external
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordingNames, reportedRun } from '../../trust/recordings/recordings.ts'
import { openPage, startChromium } from '../../trust/tools/chromium.ts'
import { tried } from '../../trust/tools/rounds.ts'
import type { PastRun } from '../formats/format.ts'

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

/** The runs of the fortnight before November 22. */
function fortnight(summary: PastRun['summary']): readonly PastRun[] {
  return Array.from({ length: 14 }, (_, day) => ({
    id: `night-${day}`,
    time: `2026-11-${String(day + 7).padStart(2, '0')}T02:00:00.000Z`,
    exitCode: day % 5 === 3 ? 2 : 1,
    summary: { ...summary, violation: day },
  }))
}

const printed = tried(recordingNames, 2, (name) => `on paper ${name}`)
test.for(printed)('the printed page takes two sheets at most: %s', async (name) => {
  const run = reportedRun(name)
  const { page, close } = await openPage(browser, { ...run, past: fortnight(run.results.summary) })
  const paper = (await page.pdf({ format: 'A4', preferCSSPageSize: true })).toString('latin1')
  expect(paper.match(/\/Type\s*\/Page\b/g)?.length).toBeLessThanOrEqual(2)
  await close()
})

test('the printed page has verdict, violations, products, gaps and trend, dark on white, and nothing interactive', async () => {
  const run = reportedRun('broken')
  const { page, close } = await openPage(
    browser,
    { ...run, past: fortnight(run.results.summary) },
    { colorScheme: 'dark' },
  )
  await page.check('#by-cause', { force: true })
  await page.emulateMedia({ media: 'print' })
  expect(await page.evaluate('getComputedStyle(document.body).color')).toBe('rgb(28, 34, 48)')
  for (const part of ['.release', '.view-operation .cause', '#products', '#gaps', '#trend svg']) {
    expect(await page.locator(part).first().isVisible(), part).toBe(true)
  }
  for (const part of ['nav', '#matrix', '.copy', '.problem', '#silence', '#ledger', '.view-cause', '.views']) {
    expect(await page.locator(part).first().isVisible(), part).toBe(false)
  }
  await close()
})

const small = tried(recordingNames, 2, (name) => `phone ${name}`)
test.for(small)('on a phone nothing is wider than the screen, and rows of tables are cards: %s', async (name) => {
  const { page, close } = await openPage(browser, reportedRun(name), { viewport: { width: 390, height: 844 } })
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  const wide = await page.evaluate(
    `[...document.querySelectorAll('.cards')].filter((table) => table.scrollWidth > 360).map((table) => table.textContent.slice(0, 80))`,
  )
  expect(wide).toEqual([])
  if (name === 'broken') {
    const gap = page.locator('#gaps tbody tr', { hasText: 'DEV_RESTRICTED_PRODUCTS' }).first()
    for (const label of ['Why', 'Setting']) expect(await gap.locator(`[data-label=${label}]`).isVisible()).toBe(true)
    expect(await gap.locator('[data-label=Setting]').textContent()).toBe('Name more in DEV_RESTRICTED_PRODUCTS ')
  }
  await close()
})

test('the whole reason of a known finding can be read on a phone', async () => {
  const run = reportedRun('broken')
  const known = {
    reason: 'PAY-17, which waits for the gateway of the other team',
    owner: 'payments',
    until: '2026-12-31',
  }
  const findings = run.results.findings.map((one) => (one.verdict === 'violation' ? { ...one, known } : one))
  const size = { viewport: { width: 390, height: 844 } }
  const { page, close } = await openPage(browser, { ...run, results: { ...run.results, findings } }, size)
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
  const ends = await page.evaluate(
    "[...document.querySelectorAll('.known')].map((one) => Math.round(one.getBoundingClientRect().right))",
  )
  expect(Math.max(...(ends as number[]))).toBeLessThanOrEqual(390)
  await close()
})

test('links, switches and cells are large enough for a thumb on a phone', async () => {
  const { page, close } = await openPage(browser, reportedRun('broken'), { viewport: { width: 390, height: 844 } })
  for (const part of ['nav a', '.views label', '.toggle', '#grid tr:not(.product) td.pass']) {
    const box = await page.locator(part).first().boundingBox()
    expect(box?.height ?? 0, part).toBeGreaterThanOrEqual(34)
  }
  await close()
})
