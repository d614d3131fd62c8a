// @module-tag external
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verdicts } from '../../evidence/verdict.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { enlarged, only, withHostileText } from '../../trust/recordings/variants.ts'
import { type Opened, openPage, startChromium } from '../../trust/tools/chromium.ts'
import { rendered } from '../../trust/tools/rendered.ts'
import { junit } from '../formats/junit.ts'

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})
afterAll(async () => {
  await browser?.close()
})

/** The operations that the matrix shows. */
async function rows(page: Page): Promise<number> {
  await page.locator('#grid[aria-busy=false]').waitFor({ state: 'attached' })
  return page.locator('#grid tbody tr:not(.product)').count()
}

const firstRow = (page: Page) => page.locator('#grid tbody tr:not(.product)').first()

describe('a failed run', () => {
  let opened: Opened
  beforeAll(async () => {
    opened = await openPage(browser, reportedRun('broken'))
  })
  afterAll(() => opened.close())

  test('opens without a request to any server and without an error', async () => {
    expect(await opened.page.title()).toBe('FAILED: Platform API, nightly against development')
    expect(await opened.page.locator('h1').textContent()).toBe('Failed')
    expect(await rows(opened.page)).toBeGreaterThan(200)
    expect(opened.requests).toEqual([])
    expect(opened.complaints).toEqual([])
  })

  test('tells on the first screen whether to release, what the five verdicts mean, and what broke worst', async () => {
    const { page } = opened
    expect(await page.locator('.release').textContent()).toMatch(
      /^Do not release: 1 operation can be used without a key/,
    )
    for (const verdict of verdicts) expect(await page.locator(`.counts .${verdict} .meaning`).isVisible()).toBe(true)
    const worst = page.locator('.view-operation .cause').first()
    expect(await worst.textContent()).toContain('Anyone can use this without a key')
    expect((await worst.boundingBox())?.y).toBeLessThan(760)
  })

  test('shows violations by operation, or by cause, and the keyboard switches between them', async () => {
    const { page } = opened
    expect(await page.locator('.view-operation > .cause:visible').count()).toBe(9)
    expect(await page.locator('.view-cause > .cause:visible').count()).toBe(0)
    await page.locator('#by-operation').focus()
    await page.keyboard.press('ArrowRight')
    expect(await page.locator('.view-operation > .cause:visible').count()).toBe(0)
    expect(await page.locator('.view-cause > .cause:visible').count()).toBe(11)
    await page.keyboard.press('ArrowLeft')
  })

  test('opens a problem to its sentence, the command, the clause in our words, both sides and the failing spot', async () => {
    const { page } = opened
    const details = page.locator('.view-operation .cause').filter({ hasText: 'GET /api/video/details/all' })
    await details.locator('summary').first().focus()
    await page.keyboard.press('Enter')
    const coded = details.locator('.problem').filter({ hasText: 'An error comes with a wrong code' })
    const text = (await coded.textContent()) ?? ''
    for (const part of [
      'Set API_KEY to the value of DEV_API_KEY',
      '$API_KEY',
      'npx suite replay ',
      '§7/400, in our words: ',
    ]) {
      expect(text).toContain(part)
    }
    expect(await coded.locator('mark').allTextContents()).toEqual(['invalidRequest'])
    expect(text.indexOf('curl ')).toBeLessThan(text.indexOf('Expected'))
    expect(await coded.locator('.alike summary').allTextContents()).toEqual([
      '15 more answered alike',
      '8 findings of the same problem',
    ])
    const missing = details.locator('.problem').filter({ hasText: 'without the documented response envelope' })
    expect(await missing.locator('.missing mark').allTextContents()).toEqual(['requestId'])
  })

  test.for(verdicts)('%s has a shape of its own', async (verdict) => {
    const shapes = await opened.page.evaluate(
      "[...document.querySelectorAll('.counts .mark')].map((mark) => getComputedStyle(mark).clipPath)",
    )
    expect(new Set(shapes as string[]).size).toBe(verdicts.length)
    expect(await opened.page.locator(`#grid td.${verdict}`).count()).toBeGreaterThan(0)
  })

  test('shows broken products and operations first in the matrix, and folds the others', async () => {
    const { page } = opened
    const states = await page
      .locator('#grid tr.product button')
      .evaluateAll((buttons) => buttons.map((one) => one.ariaExpanded))
    expect(states.indexOf('false')).toBe(states.lastIndexOf('true') + 1)
    expect(await firstRow(page).locator('.total').textContent()).toMatch(/^\d+ of \d+$/)
    const shown = await rows(page)
    await page.locator('#grid tr.product button').first().click()
    expect(await rows(page)).toBe(shown - 17)
    await page.locator('#grid tr.product button').first().click()
    expect(await rows(page)).toBe(shown)
  })

  test('gives the heads and cells of the matrix a description', async () => {
    const { page } = opened
    const heads = page.locator('#grid thead tr:last-child th[title]')
    expect(await heads.count()).toBeGreaterThan(25)
    for (const title of await heads.evaluateAll((all) => all.map((one) => one.getAttribute('title'))))
      expect(title).toMatch(/^[a-z-]+\.[a-z-]+: .*\?$/)
    expect(await page.locator('#grid tr:not(.product) td.violation').first().getAttribute('title')).toMatch(
      /: (violation|1 violation).*\?$/,
    )
  })

  test('shows every column on a wide screen without scrolling sideways', async () => {
    const { page, close } = await openPage(browser, reportedRun('broken'), { viewport: { width: 1440, height: 900 } })
    expect(
      await page.evaluate(
        '(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.getElementById("grid"))',
      ),
    ).toBe(0)
    await close()
  })

  test('filters by product, check, verdict and text, and clears them', async () => {
    const { page } = opened
    const clear = () => page.click('#filters [type=reset]')
    // The page searches for the typed text a moment later.
    const becomes = (wanted: RegExp | string) =>
      expect.poll(() => page.locator('#shown').textContent(), { timeout: 10_000 }).toMatch(wanted)
    await clear()
    await page.selectOption('[name=product]', 'Embeds')
    await expect.poll(() => rows(page)).toBe(5)
    await page.selectOption('[name=check]', 'auth.missing-credential')
    await becomes(/^5 of /)
    await page.check('[value=violation]', { force: true })
    await becomes(/^1 of /)
    expect(await page.locator('#list tbody tr').textContent()).toContain('POST /api/vote/embed/create')
    await clear()
    await page.fill('[name=text]', 'EVENTS method-refused')
    await expect.poll(() => rows(page), { timeout: 10_000 }).toBe(1)
    await clear()
    const { length } = reportedRun('broken').results.findings
    await becomes(`${length} of ${length} findings`)
  })

  test('keeps the filters in the address, so that they can be shared and survive a reload', async () => {
    const { page } = opened
    await page.click('#filters [type=reset]')
    await page.selectOption('[name=product]', 'Ads')
    await page.check('[value=violation]', { force: true })
    expect(await page.evaluate('location.hash')).toBe('#matrix?product=Ads&verdict=violation')
    await page.reload()
    expect(await page.locator('#shown').textContent()).toMatch(/^7 of /)
    expect(await page.locator('[name=product]').inputValue()).toBe('Ads')
    await page.click('#filters [type=reset]')
    await expect.poll(() => page.evaluate('location.hash'), { timeout: 10_000 }).toBe('')
  })

  test('tells where nothing matches, and offers to clear the filters', async () => {
    const { page } = opened
    await page.fill('[name=text]', 'mony')
    await expect.poll(() => page.locator('#nothing').textContent()).toContain('Nothing matches “mony”.')
    expect(await page.locator('#grid').isVisible()).toBe(false)
    expect(await page.locator('#list').isVisible()).toBe(false)
    await page.click('#clear')
    await page.locator('#nothing').waitFor({ state: 'hidden' })
    expect(await page.locator('#grid').isVisible()).toBe(true)
  })

  test('shows each column under the family of its check', async () => {
    const heads = (await opened.page.evaluate(`(() => {
      const [upper, lower] = document.querySelectorAll('#grid thead tr')
      const families = [...upper.children].slice(2).flatMap((cell) => Array(cell.colSpan).fill(cell.textContent))
      return [...lower.children].slice(2).map((cell, index) => [families[index], cell.textContent])
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

  test('does not run markup that was added, since its policy forbids it', async () => {
    const { page } = opened
    await page.evaluate(
      "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.ran = 1' }))",
    )
    expect(await page.evaluate('window.ran')).toBeUndefined()
  })
})

test('the matrix of a healthy run begins as a table of folded products', async () => {
  const { page, close } = await openPage(browser, reportedRun('healthy'))
  expect(await rows(page)).toBe(0)
  expect(await page.locator('#grid tr.product').count()).toBe(10)
  await page.locator('#grid tr.product button').first().focus()
  await page.keyboard.press('Enter')
  expect(await rows(page)).toBe(catalogue.filter(({ product }) => product === 'Accounts').length)
  await close()
})

test('hostile answers are shown as text everywhere', async () => {
  const { page, requests, complaints, close } = await openPage(browser, withHostileText(reportedRun('broken')))
  await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
  await page.locator('#list a').first().click()
  expect(await page.locator('dialog').textContent()).toContain('<img src=x onerror=')
  await page.click('dialog .close')
  await page.locator('#grid tr:not(.product) td.violation').first().click()
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
  await close()
})

test('the page without its script still shows verdict, violations, products, gaps, limits and ledger', async () => {
  const { page, close } = await openPage(browser, reportedRun('broken'), { javaScriptEnabled: false })
  for (const part of [
    '.release',
    '#violations .cause',
    '#violations .problem pre',
    '#products tbody tr',
    '#gaps tbody tr',
    '#limits svg',
    '#ledger .part',
    '#catalogue tbody tr',
  ]) {
    expect(await page.locator(part).count(), part).toBeGreaterThan(0)
  }
  await close()
})

test('10,000 findings open in under a second', async () => {
  const { page, close } = await openPage(browser, enlarged(reportedRun('broken'), 6600))
  expect(await page.locator('#shown').textContent()).toMatch(/^10\d{3} of 10\d{3}/)
  // On a busy machine it may take five times.
  let fastest = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5 && fastest >= 1000; turn += 1) {
    await page.reload()
    const took = (await page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")) as number
    fastest = Math.min(fastest, took)
  }
  expect(fastest).toBeLessThan(1000)
  await close()
})

test.for([
  ['without findings', only(reportedRun('broken'), []), 'No trustworthy answer'],
  ['that was stopped', reportedRun('interrupted'), 'Interrupted'],
  ['that met nobody', reportedRun('unanswered'), 'No trustworthy answer'],
  ['of load alone', reportedRun('limited'), 'Passed'],
] as const)('a run %s opens', async ([_, run, words]) => {
  const { page, complaints, close } = await openPage(browser, run)
  expect(await page.locator('h1').textContent()).toBe(words)
  expect(complaints).toEqual([])
  await close()
})

test('the parser of a browser takes the JUnit document as well-formed', async () => {
  const { results, ...evidence } = withHostileText(reportedRun('broken'))
  const page = await browser.newPage()
  const names = await page.evaluate(`(() => {
    const read = new DOMParser().parseFromString(${JSON.stringify(rendered(junit, results, evidence))}, 'text/xml')
    return [read.documentElement.tagName, read.querySelectorAll('parsererror').length, read.querySelectorAll('testcase').length]
  })()`)
  expect(names).toEqual(['testsuites', 0, results.findings.length + 1])
  await page.close()
})
