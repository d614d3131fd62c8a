import { expect, test } from 'vitest'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { rendered } from '../../trust/tools/rendered.ts'
import { readXml } from '../../trust/tools/xml.ts'
import { summaryText } from '../terminal/summary.ts'
import { ctrf } from './ctrf.ts'
import { formats } from './formats.ts'
import { github } from './github.ts'
import { junit } from './junit.ts'

const broken = reportedRun('broken')
const [violation] = broken.results.findings.filter(({ verdict }) => verdict === 'violation')
if (violation === undefined) throw new Error('nothing is broken')
const requestIds = [{ name: 'X-Request-Id', value: 'req-7f3a' }]

/** A run with only one violation, which is known where an entry is given. */
function runWith(known?: { readonly reason: string; readonly owner: string; readonly until: string }) {
  const finding = { ...violation, requestIds, ...(known === undefined ? {} : { known }) } as typeof violation
  const findings = [finding, ...broken.results.findings.filter(({ verdict }) => verdict === 'pass')] as never
  const summary = { ...broken.results.summary, violation: 1, known: known === undefined ? 0 : 1 }
  const run = { ...broken.results.run, exitCode: known === undefined ? (1 as const) : (0 as const) }
  return { ...broken, results: { ...broken.results, run, findings, summary } }
}
const fresh = runWith()
const known = runWith({ reason: 'PAY-17', owner: 'payments', until: '2026-12-31' })
const words = 'known until 2026-12-31: PAY-17 (payments)'
const log = { interactive: false, columns: 160, colour: false, quiet: false }
const terminal = ({ results }: typeof fresh) => summaryText(results, { report: 'index.html', again: '' }, log)
const listing = formats.filter(({ file }) => file !== 'metrics.prom')
const texts = (run: typeof fresh): (readonly [string, string])[] => [
  ...listing.map((format) => [format.file, rendered(format, run.results, run)] as const),
  ['terminal', terminal(run)],
]

test.for(texts(known))('%s shows a known violation with reason, date and owner', ([, text]) => {
  expect(text.replaceAll('%3A', ':')).toContain(words)
})

test.for(texts(fresh).filter(([name]) => name !== 'message.json'))(
  '%s names the curl line, the replay line and the identifier to search the log for',
  ([, text]) => {
    expect(text).toContain('curl -')
    expect(text).toContain(`npx suite replay ${violation.id}`)
    expect(text).toContain('X-Request-Id req-7f3a')
  },
)

test('a known violation counts as no failure in any format', () => {
  const { attributes } = readXml(rendered(junit, known.results, known))
  expect(attributes['failures']).toBe('0')
  const { summary } = JSON.parse(rendered(ctrf, known.results, known)).results
  expect(summary.failed).toBe(0)
  expect(github.render(known.results, known)).not.toContain('::error')
  expect(terminal(known)).not.toContain('What broke')
  expect(JSON.parse(rendered(ctrf, fresh.results, fresh)).results.summary.failed).toBe(1)
})

test('the run itself counts as a failure where only entries of the file of known findings need a change', () => {
  const { results } = known
  const stale = { ...known, results: { ...results, run: { ...results.run, exitCode: 1 as const } } }
  expect(readXml(rendered(junit, stale.results, stale)).attributes['failures']).toBe('1')
  expect(JSON.parse(rendered(ctrf, stale.results, stale)).results.summary.failed).toBe(1)
})
