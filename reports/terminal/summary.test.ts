import { expect, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { only, withHostileText } from '../../trust/recordings/variants.ts'
import { censusLine } from '../coverage.ts'
import { summaryText } from './summary.ts'
import { type Terminal, terminalOf } from './terminal.ts'

const log: Terminal = { interactive: false, columns: 120, colour: false, quiet: false }
const places = { report: 'reports/out/latest/index.html', again: '' }
const failed = reportedRun('broken').results
const hostile = withHostileText(reportedRun('broken')).results
const empty = only(reportedRun('broken'), []).results

const yes = (): boolean => true
const no = (): boolean => false

/** A run with very many findings, limits and scenarios, and with very long texts. */
function huge(): Results {
  const [first] = failed.findings
  const [limit] = failed.load.limits
  const [scenario] = failed.load.scenarios
  if (first === undefined || limit === undefined || scenario === undefined) throw new Error('no sample')
  const verdicts = ['violation', 'inconclusive', 'not-exercised'] as const
  const findings = Array.from({ length: 9000 }, (_, index) => ({
    ...first,
    cause: `cause-${index % 700}` as Finding['cause'],
    operation: `GET /api/${index}`,
    exchanges: [],
    verdict: verdicts[index % 3] ?? 'violation',
    message: 'many\nlines\n'.repeat(500),
  }))
  const load = { limits: Array(50).fill(limit), scenarios: Array(50).fill(scenario) }
  return { ...failed, findings, load, run: { ...failed.run, outcome: 'many\nlines '.repeat(1000) } }
}

test('the verdict comes first, and the path of the report last', () => {
  const lines = summaryText(failed, places, log).trimEnd().split('\n')
  expect(lines[0]).toBe('FAILED  29 violations on 9 operations.')
  expect(lines.at(-1)).toBe('Report: reports/out/latest/index.html')
})

const judged = `${failed.run.judged.operations} of ${failed.run.judged.of}`

test('the summary names the census, the operations judged, the counts of the five verdicts, and the Retry-After', () => {
  const text = summaryText(failed, places, log)
  expect(text).toContain(`Catalogue: ${censusLine(failed.catalog)}`)
  expect(text).toContain(`; ${judged} operations judged\n`)
  expect(text).toMatch(/\d+ pass, 29 violations, \d+ undocumented, \d+ inconclusive, \d+ not-exercised/)
  expect(text).toMatch(/Retry-After on GET \/api\/video\/details\/all is malformed/)
  for (const { name, sent } of failed.load.scenarios) expect(text).toContain(`Load ${name}: ${sent} requests in `)
})

test.for([25, 40, 60, 80])('on %d columns no number and no path is cut off', (columns) => {
  const text = summaryText(failed, places, { ...log, columns })
  const { pass, undocumented, inconclusive } = failed.summary
  const words = text.replace(/\s+/g, ' ')
  expect(words).toContain(`${pass} pass, 29 violations, ${undocumented} undocumented, ${inconclusive} inconclusive,`)
  expect(text).toContain(`${judged} operations judged`)
  expect(text).toContain('POST /api/ads/placement/choice/{placementId}')
})

test('a not-exercised question names the setting that would change it', () => {
  expect(summaryText(failed, places, log)).toMatch(
    /\d+ not-exercised {2}auth\.ineligible-product: name more in DEV_RESTRICTED_PRODUCTS/,
  )
})

test('a scenario that exceeds a threshold is shown before those that do not', () => {
  const [scenario] = failed.load.scenarios
  if (scenario === undefined) throw new Error('no scenario')
  const row = { product: '*', metric: 'p95' as const, limit: 20, value: 30, samples: 100 }
  const named = (name: string, ok: boolean) => ({
    ...{ ...scenario, name, verdict: 'pass' as const },
    thresholds: [{ ...row, verdict: ok ? ('pass' as const) : ('violation' as const), ok }],
  })
  const scenarios = [named('limits', true), named('smoke', true), named('average', false)]
  const text = summaryText({ ...failed, load: { ...failed.load, scenarios } }, places, log)
  expect(text).toMatch(/Load average: .*\n(?: .*\n)*Load limits: /)
  expect(text).not.toContain('Load smoke')
})

test('a reason that concerns one operation names it', () => {
  const { findings } = failed
  const some = findings.map((one, nth) => (nth === 0 ? { ...one, verdict: 'not-exercised', cause: 'no-error' } : one))
  const only = { ...failed, findings: some.slice(0, 1) as readonly Finding[] }
  const { operation, check } = findings[0] as Finding
  expect(summaryText(only, places, log)).toContain(`1 not-exercised  ${check}, ${operation}: It answered no question`)
})

test('operations that may not be there come first among the inconclusive, with their paths', () => {
  const untold = (one: Finding) => ({ ...one, verdict: 'inconclusive' as const, cause: 'like-unknown-routes' as const })
  const isReach = ({ check }: Finding) => check === 'catalog.reachable'
  const link = 'GET /api/pay/{shortId}'
  const some = failed.findings.map((one) => (isReach(one) && one.operation === link ? untold(one) : one))
  const [, after = ''] = summaryText({ ...failed, findings: some }, places, log).split('Not tested, or not clear\n')
  expect(after).toMatch(/^ {2}1 inconclusive {2}are they there\? GET \/api\/pay\/\{shortId\}\n/)
  const reach = failed.findings.filter(isReach)
  const findings = reach.map(untold)
  const [, many = ''] = summaryText({ ...failed, findings }, places, log).split('Not tested, or not clear\n')
  expect(many).toMatch(
    new RegExp(
      `^ {2}${reach.length} inconclusive {2}are they there\\?(\\s+[A-Z]+ /\\S+){3} and ${reach.length - 3} more\\n`,
    ),
  )
})

test('violations come gravest first, each cause in one sentence, whichever checks saw it', () => {
  const lines = summaryText(failed, places, log).split('\n')
  const from = lines.indexOf('What broke, gravest first')
  expect(lines[from + 1]).toBe('  × Anyone can use this without a key: POST /api/vote/embed/create')
  expect(lines[from + 2]).toBe('  × A wrong key is accepted: GET /api/team/general/all')
  expect(lines.filter((line) => line.includes('It answers with a server error'))).toHaveLength(1)
})

test('changes since the baseline take two lines where there are violations, and both sides of the first are told', () => {
  const [first] = failed.findings
  if (first === undefined) throw new Error('no finding')
  const drift: readonly Finding[] = ['status', 'code', 'media type'].map((aspect) => ({
    ...first,
    check: `drift.changed:with the key: ${aspect}`,
    verdict: 'undocumented',
    cause: 'drift-changed',
    id: aspect,
    operation: `GET /api/${aspect}`,
    expected: 'one thing',
    observed: 'some other',
  }))
  const linesOf = (findings: readonly Finding[], violation: number) =>
    summaryText({ ...failed, findings, summary: { ...failed.summary, violation } }, places, { ...log, columns: 80 })
      .split('\n')
      .filter((line) => /since the baseline|one thing|some other/.test(line))
  const brief = linesOf([...failed.findings, ...drift], 28)
  expect(brief).toHaveLength(2)
  expect(brief.join('')).toMatch(
    /^3 changes since the baseline: GET .*: status: was one {2}thing, is some other; .* …$/,
  )
  expect(linesOf(drift, 0).length).toBeGreaterThan(2)
})

test('a few causes are told in full, with expected, observed and how to reproduce them', () => {
  const few = { ...failed, findings: failed.findings.filter((finding) => finding.cause === 'server-error') }
  const text = summaryText(few, places, log)
  expect(text).toContain('  × crash: It answers with a server error (§7, errors.server-error)')
  expect(text).toContain('    POST /api/ads/advertisement/get, GET /api/video/details/all\n')
  expect(text).toContain('    expected an answer below 500; observed 502 text/html')
  expect(text).toContain('    Set API_KEY to the value of DEV_API_KEY in your shell first.\n    see it again: curl ')
  expect(text).toContain('    ask it again: npx suite replay 090649fb3478\n')
  expect(text).not.toContain('Ask the first again')
})

test('a command to copy is shown whole or not at all', () => {
  const serverErrors = failed.findings.filter((finding) => finding.cause === 'server-error')
  const saying = (reproduce: string) =>
    summaryText({ ...failed, findings: serverErrors.map((finding) => ({ ...finding, reproduce })) }, places, log)
  const long = `curl --data '${'a'.repeat(200)}' "$BASE_URL/api"`
  expect(saying(long)).toContain(`\n    see it again: ${long}\n`)
  expect(saying(`curl --data '${'a'.repeat(2000)}'`)).not.toContain('see it again')
})

test('many causes get one line each, and the number of further ones is told', () => {
  expect(summaryText(failed, places, log)).not.toContain('see it again')
  expect(summaryText(failed, places, log)).toMatch(/\n {2}Ask the first again: npx suite replay [0-9a-f]{12}\n/)
  expect(summaryText(huge(), places, log)).toMatch(/ {2}and 6\d\d further causes in the report/)
})

test('the replay line names the run folder where replay would not find it by itself', () => {
  const again = '/elsewhere --settings served.env'
  const said = summaryText(failed, { ...places, again }, log)
  expect(said).toMatch(/\n {2}Ask the first again: npx suite replay [0-9a-f]{12} \/elsewhere --settings served\.env\n/)
})

test.for([
  ['a failed run', failed],
  ['a hostile run', hostile],
  ['an empty run', empty],
  ['a huge run', huge()],
] as const)('%s fits into 40 lines, in colour and without', ([_, results]) => {
  for (const colour of [false, true]) {
    const lines = summaryText(results, places, { ...log, colour })
      .trimEnd()
      .split('\n')
    expect(lines.length).toBeLessThanOrEqual(40)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the codes of colours alone may be there
    const bare = lines.map((line) => line.replace(/\u001b\[\d+m/g, ''))
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
    for (const line of bare) expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/)
    for (const line of bare.slice(1)) expect(line.length).toBeLessThanOrEqual(120)
    if (!colour) expect(bare).toEqual(lines)
  }
})

test('no text of an answer can be a command in a log of GitHub', () => {
  expect(summaryText(hostile, places, log)).not.toMatch(/^\s*::/m)
})

test.for([
  [failed, 'FAILED  29 violations on 9 operations.\n'],
  [empty, 'NO TRUSTWORTHY ANSWER  Nothing was judged\n'],
] as const)('--quiet gives only the verdict', ([results, text]) => {
  expect(summaryText(results, places, { ...log, quiet: true })).toBe(text)
})

test.for([
  [{ isTTY: true, columns: 90, hasColors: yes }, 'xterm', { interactive: true, columns: 90, colour: true }],
  [{ isTTY: true, columns: 30, hasColors: no }, 'xterm', { interactive: true, columns: 30, colour: false }],
  [{ isTTY: true, columns: 0, hasColors: no }, 'xterm', { interactive: true, columns: 80, colour: false }],
  [{ isTTY: true, hasColors: no }, 'xterm', { interactive: true, columns: 80, colour: false }],
  [{ isTTY: true, columns: 90, hasColors: no }, 'dumb', { interactive: false, columns: 90, colour: false }],
  [{}, undefined, { interactive: false, columns: 120, colour: false }],
] as const)('the abilities of a terminal: %#', ([output, term, shows]) => {
  expect(terminalOf(output, false, term)).toEqual({ ...shows, quiet: false })
})

test("only a healthy run of the embedded service suggests the demo and a check of the user's own settings", () => {
  const { results } = reportedRun('healthy')
  expect(summaryText(results, places, log)).toContain('npm run demo')
  expect(summaryText(results, places, log)).toContain('npx suite check')
  expect(summaryText({ ...results, run: { ...results.run, target: 'development' } }, places, log)).not.toContain('demo')
  expect(summaryText(failed, places, log)).not.toContain('demo')
})
