// @module-tag external
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { openPage, startChromium } from '../../trust/tools/chromium.ts'
import { tried, triesAll } from '../../trust/tools/rounds.ts'

let browser: Browser

beforeAll(async () => {
  browser = await startChromium()
})
afterAll(() => browser?.close())

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeViolation {
  readonly id: string
  readonly impact: string
  readonly nodes: readonly { readonly html: string }[]
}

/** The rows of a long table or list are alike: axe looks at this many of each, and in the nightly at all. */
const rows = triesAll ? Number.MAX_SAFE_INTEGER : 6
const fewRows = `for (const list of document.querySelectorAll('tbody, ul')) for (const row of [...list.children].slice(${rows})) row.remove()`

async function faultsOf(page: Page, part: 'body' | 'dialog' | '#violations'): Promise<string[]> {
  await page.evaluate(axe)
  await page.evaluate(fewRows)
  const { violations, passes } = (await page.evaluate(`axe.run('${part}', { resultTypes: ['violations'] })`)) as {
    violations: AxeViolation[]
    passes: unknown[]
  }
  expect(passes.length, 'axe looked at the page').toBeGreaterThan(5)
  return violations.filter(({ impact }) => impact !== 'minor').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
}

/** Each colour scheme and each width once, since they do not depend on each other. In the nightly every pair. */
const looks = (['light', 'dark'] as const).flatMap((scheme) => [390, 1280].map((width) => [scheme, width] as const))
const some = looks.filter(([scheme, width]) => triesAll || (scheme === 'light') === (width === 390))
test.for(some)(
  'axe finds nothing serious and nothing moderate, %s on %d pixels, and nothing is wider than the screen',
  async ([colorScheme, width]) => {
    const { page, close } = await openPage(browser, reportedRun('broken'), {
      colorScheme,
      viewport: { width, height: 900 },
    })
    await page.selectOption('[name=product]', 'Embeds')
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    expect(await faultsOf(page, 'body')).toEqual([])
    // The switch changes only this section.
    await page.check('#by-cause', { force: true })
    expect(await faultsOf(page, '#violations')).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
    await page.locator('#list a').first().click()
    expect(await faultsOf(page, 'dialog')).toEqual([])
    await close()
  },
)

const kinds = ['healthy', 'interrupted', 'unanswered', 'limited'] as const
test.for(tried(kinds, 2, (name) => `axe on ${name}`))(
  'axe finds nothing on a run of another kind: %s',
  async (name) => {
    const { page, close } = await openPage(browser, reportedRun(name))
    await page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    expect(await faultsOf(page, 'body')).toEqual([])
    await close()
  },
)
