// @module-tag external
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import { verdicts } from '../../evidence/verdict.ts'
import { clauses } from '../../fixtures/clauses.ts'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { openPage, startChromium } from '../../trust/tools/chromium.ts'

/** These tests count every number of the page again, from the results alone. */

let browser: Browser
beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

const count = (list: readonly Finding[], verdict: string) => list.filter((one) => one.verdict === verdict).length
const numbersIn = (text: string | null) => (text ?? '').match(/\d+/g)?.map(Number) ?? []
const asked = (list: readonly Finding[]) =>
  new Set(
    list
      .filter(({ verdict, exchanges }) => verdict !== 'not-exercised' || exchanges.length > 0)
      .flatMap(({ operation }) => operation ?? []),
  ).size

describe.for(['healthy', 'broken', 'interrupted', 'unanswered'] as const)('%s', (name) => {
  const run = reportedRun(name)
  const { results } = run
  const { findings } = results
  let page: Page
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ page, close } = await openPage(browser, run))
    await page.locator('#grid[aria-busy=false]').waitFor({ state: 'attached' })
  })
  afterAll(() => close())
  const text = (part: string) => page.locator(part).first().textContent()
  const texts = (part: string) => page.locator(part).allTextContents()

  test('the counts of the five verdicts', async () => {
    for (const verdict of verdicts)
      expect(numbersIn(await text(`.counts .${verdict} b`))).toEqual([count(findings, verdict)])
    for (const verdict of verdicts)
      expect(numbersIn(await text(`.toggle:has([value=${verdict}]) .aside`))).toEqual([count(findings, verdict)])
    expect(numbersIn(await text('#shown'))).toEqual([findings.length, findings.length])
  })

  test('the facts of the run: requests, operations asked and judged', async () => {
    const facts = await text('.facts')
    expect(facts).toContain(`${run.exchanges.size} requests in `)
    expect(facts).toContain(`${asked(findings)} of 265 operations asked`)
    expect(facts).toContain(`${results.run.judged.operations} of ${results.run.judged.of} operations judged`)
  })

  test('violations, the operations that have any, and each violation once', async () => {
    const violations = findings.filter(({ verdict }) => verdict === 'violation')
    if (violations.length === 0) {
      expect(await page.locator('#violations .cause').count()).toBe(0)
      return
    }
    const operations = new Set(violations.map(({ operation }) => operation)).size
    const [first, problems, on] = numbersIn(await text('#violations .lead'))
    expect([first, on]).toEqual([violations.length, operations])
    expect(numbersIn((await texts('.views b')).join(' '))[0]).toBe(operations)
    expect(await page.locator('.view-operation > .cause').count()).toBe(operations)
    expect(await page.locator('.view-operation .problems li').count()).toBe(problems)
    const links = await page
      .locator('.view-operation .problem a[href^="#finding-"]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
    expect(links.toSorted()).toEqual(violations.map(({ id }) => `#finding-${id}`).toSorted())
  })

  test('products', async () => {
    // All rows at once: asking the browser for each number takes longer than all else here.
    const rows = await page.locator('#products tbody tr').evaluateAll(
      (all, names) =>
        all.map((row) => {
          const textOf = (part: string) => row.querySelector(part)?.textContent ?? null
          const [told, operations] = [textOf('[data-label=Findings]'), textOf('[data-label="Operations asked"]')]
          return { product: textOf('th'), told, operations, counts: names.map((name) => textOf(`.count.${name}`)) }
        }),
      [...verdicts],
    )
    let sum = 0
    for (const { product, told, operations, counts } of rows) {
      const own = findings.filter((one) => (one.product ?? 'the whole service') === product)
      sum += own.length
      expect(numbersIn(told)).toEqual([own.length])
      if (product !== 'the whole service') expect(numbersIn(operations)[0]).toBe(asked(own))
      expect(counts.map((shown) => numbersIn(shown)[0] ?? 0)).toEqual(verdicts.map((verdict) => count(own, verdict)))
    }
    expect(sum).toBe(findings.length)
  })

  test('the questions of the gaps', async () => {
    const told = (await texts('#gaps [data-label=Questions]')).flatMap(numbersIn)
    expect(told.reduce((sum, number) => sum + number, 0)).toBe(
      count(findings, 'not-exercised') + count(findings, 'inconclusive'),
    )
  })

  test('the totals of the matrix', async () => {
    for (const row of await page.locator('#grid tr.product').all()) {
      const product = await row.locator('button').textContent()
      const own = findings.filter((one) => one.product === product && one.operation !== null)
      const broken = count(own, 'violation')
      expect(numbersIn(await row.locator('.total').textContent())).toEqual(
        broken === 0 ? [own.length] : [broken, own.length],
      )
      expect(numbersIn(await row.locator('th .aside').textContent())).toEqual([
        new Set(own.map(({ operation }) => operation)).size,
      ])
    }
  })

  test('the numbers of every cell are those of its findings', async () => {
    const cells = page.locator('#grid tr.product td:not(.blank)')
    const labels = await cells.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? ''))
    expect(labels.length).toBeGreaterThan(100)
    for (const label of labels) {
      const [, product, check, words = ''] = /^([^,]+), ([^:]+): (.*)$/.exec(label) ?? []
      const own = findings.filter(
        (one) => one.product === product && one.operation !== null && one.check.split(':', 1)[0] === check,
      )
      if (/^\d/.test(words))
        for (const verdict of verdicts)
          expect(
            words.includes(verdict) ? numbersIn(words.split(', ').find((part) => part.includes(verdict)) ?? '')[0] : 0,
            label,
          ).toBe(count(own, verdict))
      else expect(own.map(({ verdict }) => verdict)).toEqual([words])
    }
  })

  test('the findings that the specification does not cover', async () => {
    const told = (await texts('#silence [data-label=Operations]')).flatMap(numbersIn)
    expect(told.reduce((sum, number) => sum + number, 0)).toBe(count(findings, 'undocumented'))
  })

  test('the clauses of the specification', async () => {
    expect(numbersIn(await text('#ledger .lead'))[0]).toBe(clauses.length)
    const cited = new Set(findings.filter(({ verdict }) => verdict === 'violation').map(({ clause }) => clause))
    const shown = await page
      .locator('#ledger tr:has(.chip.violation)')
      .evaluateAll((rows) => rows.map((row) => row.id.slice('clause-'.length)))
    for (const clause of cited) expect(shown).toContain(clause)
    for (const clause of shown)
      expect(
        [...cited].some((narrow) => narrow.startsWith(clause)),
        clause,
      ).toBe(true)
  })

  test('the census', async () => {
    const [claimed = 0, listed = 0, unnamed = 0, hidden = 0] = numbersIn(await text('.census'))
    expect(claimed).toBe(listed + unnamed + hidden)
    expect(listed).toBe(results.catalog.listed)
  })

  test('limits and load', async () => {
    const { limits, scenarios } = results.load
    expect(await page.locator('#limits article').count()).toBe(limits.length)
    for (const limit of limits) {
      const refused = limit.timeline.filter(({ kind }) => kind.endsWith('refused')).length
      expect(numbersIn(await text('#limits .numbers tr:nth-child(2) td'))).toEqual([refused])
    }
    expect(await page.locator('#load article').count()).toBe(scenarios.length)
    for (const [index, { sent, products }] of scenarios.entries()) {
      const article = page.locator('#load article').nth(index)
      expect(await article.textContent()).toContain(`${sent} requests in `)
      const answers = (await article.locator('.numbers tbody td:nth-child(2)').allTextContents()).flatMap(numbersIn)
      const each = Object.values(products).map(({ requests }) => requests)
      expect(answers).toEqual(each.length === 0 ? [] : [sent, ...each])
    }
  })
})
