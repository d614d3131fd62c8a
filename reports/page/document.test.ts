import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { enlarged, withLargeBodies } from '../../trust/recordings/variants.ts'
import { rendered } from '../../trust/tools/rendered.ts'
import { censusLine } from '../coverage.ts'
import type { Evidence } from '../formats/format.ts'
import { problemsOf } from '../problems.ts'
import { htmlPage } from './document.ts'
import { islandOf, islandPieces } from './island.ts'
import { html } from './view/markup.ts'

const page = (results: Results, evidence: Evidence) => rendered(htmlPage, results, evidence)
const failed = reportedRun('broken')
const text = page(failed.results, failed)

test('the same results give the same bytes, drawn charts included', () => {
  const again = reportedRun('broken')
  expect(page(again.results, again)).toBe(text)
})

test('the content security policy allows only the one style and the one script, by their hashes', () => {
  const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(text)?.[1] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  for (const [, part = ''] of [
    ...text.matchAll(/<style>([\s\S]*?)<\/style>/g),
    ...text.matchAll(/<script type="module">([\s\S]*?)<\/script>/g),
  ]) {
    expect(policy).toContain(`'sha256-${createHash('sha256').update(part).digest('base64')}'`)
  }
  expect(/ (?:style|on\w+)="|<(?:link|img|iframe)\b|@import|url\((?!#)/.exec(text)).toBeNull()
})

test.for([
  ['a real run', 0, 3],
  ['10,000 findings', 6600, 6],
] as const)('%s with the largest bodies stays within its size', ([_, extra, megabytes]) => {
  const sample = withLargeBodies(enlarged(reportedRun('broken'), extra))
  const written = page(sample.results, sample)
  expect(Buffer.byteLength(written)).toBeLessThan(megabytes * 1_000_000)
})

test('every violation has its details in the page, and the page counts the details left out for lack of room', () => {
  const sample = withLargeBodies(reportedRun('broken'))
  // Many undocumented answers, each with a body of its own.
  const findings = sample.results.findings.map((one, nth) =>
    one.verdict === 'pass' && nth % 2 === 0 ? { ...one, verdict: 'undocumented' as const } : one,
  )
  const island = islandOf({ ...sample.results, findings }, sample)
  findings.forEach(({ verdict }, index) => {
    if (verdict === 'violation') expect(island.details[index]).toHaveProperty('shown.0')
    if (verdict === 'pass') expect(island.details[index]).toBeUndefined()
  })
  expect(island.left).toBeGreaterThan(0)
})

test('a new violation is told first with a label, an older one with its date, a known one with its end', () => {
  const [first, second, third] = problemsOf(failed.results.findings).map(({ lead }) => lead)
  const findings = failed.results.findings.map((one) => ({
    ...one,
    ...(one === second ? { since: { date: '2026-11-01', run: 'r1' } } : {}),
    ...(one === third ? { known: { reason: 'asked for', owner: 'Ada', until: '2027-01-01' } } : {}),
  }))
  const changes = { comparedWith: 'r9', new: [first?.id ?? ''], fixed: [], still: [second?.id ?? ''], unstable: [] }
  const told = page({ ...failed.results, findings, changes }, failed)
  expect(told).toContain('Since the runs before (last: r9): 1 violation new, 1 as before.')
  expect(told).toContain('<span class="new">new</span>')
  expect(told).toContain('So since 2026-11-01 (run r1).')
  expect(told).toContain('<span class="label">since 2026-11-01</span>')
  expect(told).toContain('known until 2027-01-01')
  expect(text).not.toContain('class="new"')
})

test('the page opens on causes where more operations are broken than a screen holds', () => {
  const crash = failed.results.findings.find(({ cause }) => cause === 'server-error') as Finding
  const crashes = Array.from({ length: 40 }, (_, nth) => ({
    ...crash,
    id: `crash-${nth}`,
    operation: `GET /api/${nth}`,
  }))
  expect(text).toContain('id="by-operation" checked>')
  const told = page({ ...failed.results, findings: crashes }, failed)
  expect(told).toContain('id="by-cause" checked>')
  expect(told).toContain('<div class="causes view-cause printed">')
})

test('each exceeded threshold is told with its numbers, and is no operation', () => {
  const [some] = failed.results.findings as [Finding, ...Finding[]]
  const findings = ['p95', 'failed'].map((name) => ({
    ...{ ...some, id: name, check: `load.threshold:average.*.${name}`, operation: null, product: null, exchanges: [] },
    ...{ verdict: 'violation' as const, cause: 'exceeded' as const, message: `The threshold is exceeded: ${name}` },
  }))
  const told = page({ ...failed.results, findings }, failed)
  expect(told).toContain('in 2 problems on the whole service: ')
  expect(told).toContain('</span> The threshold is exceeded: p95</li>')
  expect(told).toContain('<span class="where">average.*.p95, average.*.failed</span>')
})

test('the page has a trend where there are past runs', () => {
  const { summary } = failed.results
  const before = { id: 'before', time: '2026-11-20T02:00:00.000Z', exitCode: 1 as const, summary }
  const told = page(failed.results, { ...failed, past: [before] })
  expect(told).toContain('id="trend"')
  expect(text).not.toContain('id="trend"')
})

test.for([
  ['unanswered', 'Not known: nothing was answered.', '0 of 265 operations asked'],
  ['interrupted', 'Not known: the run was stopped.', '259 of 265 operations asked'],
] as const)('%s: the page does not read as if nothing were broken', ([name, broke, asked]) => {
  const told = page(reportedRun(name).results, reportedRun(name))
  expect(told).toContain(broke)
  expect(told).toContain(asked)
  expect(told).not.toContain('Nothing. Every answer')
})

test('the page of a healthy run tells that nothing broke', () => {
  const healthy = reportedRun('healthy')
  expect(page(healthy.results, healthy)).toContain(
    'Nothing. Every answer that could be judged was as the specification says.',
  )
})

test('changes since a baseline have a section of their own, with both sides', () => {
  const [first] = failed.results.findings
  if (first === undefined) throw new Error('no finding')
  const drift = {
    ...first,
    ...{
      check: 'drift.changed:status without a key',
      verdict: 'undocumented' as const,
      cause: 'drift-changed' as const,
    },
    message: 'Changed since the accepted baseline: status without a key',
    expected: '401',
    observed: '403',
  } satisfies Finding
  const told = page({ ...failed.results, findings: [...failed.results.findings, drift] }, failed)
  expect(told).toContain('<h3>What changed</h3>')
  expect(told).toMatch(
    /status without a key<\/a><\/td>.*<td data-label="Before">401<\/td><td data-label="Now">403<\/td>/,
  )
})

test('what environments differ in is named by environment: nothing has changed there', () => {
  const cutover = reportedRun('cutover')
  const [first] = cutover.results.findings as [Finding, ...Finding[]]
  const parity: Finding = {
    ...{ ...first, check: 'parity.changed:with the key: status', verdict: 'undocumented', cause: 'parity-changed' },
    ...{ message: 'The two runs differ: with the key: status', expected: '404', observed: '200' },
  }
  const told = page({ ...cutover.results, findings: [...cutover.results.findings, parity] }, cutover)
  expect(told).toContain('<td data-label="Development">404</td><td data-label="Production">200</td>')
  expect(told).not.toContain('What changed')
  // No embed was created there, so nothing is known of its members.
  expect(told).not.toContain('Members that a vote embed must have')
  expect(text).toContain('Members that a vote embed must have')
})

test('the same change on many operations is one row, which counts them', () => {
  const [first] = failed.results.findings
  if (first === undefined) throw new Error('no finding')
  const drift = Array.from(
    { length: 300 },
    (_, at): Finding => ({
      ...first,
      check: 'drift.changed:with the key: status',
      verdict: 'undocumented',
      cause: 'drift-changed',
      id: `d${at}`,
      operation: `GET /api/${at}`,
      message: 'Changed: with the key: status',
      expected: '200',
      observed: '202',
    }),
  )
  const told = page({ ...failed.results, findings: [...failed.results.findings, ...drift] }, failed)
  const [, rows = ''] = /<h3>What changed<\/h3>.*?<tbody>(.*?)<\/tbody>/s.exec(told) ?? []
  expect(rows.match(/<tr>/g)).toHaveLength(1)
  expect(rows).toMatch(/and 299 alike.*GET \/api\/0.*and 299 more.*200.*202/)
})

test('a run without observations, as of load alone, does not tell which operations need a key', () => {
  const { results } = failed
  const heading = 'Operations that need a key'
  expect(page(results, failed)).toContain(heading)
  const observations = Object.fromEntries(Object.keys(results.observations).map((subject) => [subject, []]))
  expect(page({ ...results, observations }, failed)).not.toContain(heading)
})

test('limits are told with the result of each check, and the pages of k6 are linked where there are any', () => {
  const told = page(failed.results, { ...failed, dashboards: { smoke: 'k6-smoke.html' } })
  expect(told).toMatch(/Retry-After is not written as HTTP demands<\/a> <code>limits\.retry-after<\/code>/)
  expect(told).toContain('href="k6-smoke.html"')
  expect(text).not.toContain('k6-smoke.html')
})

test('the page holds the census, the ledger, the rule of a violation and the settings that would help', () => {
  expect(text).toMatch(/§5\.2<\/a>, in our words: [^<]+ Judged by O2 in docs\/oracle\.md\./)
  expect(text).toContain(censusLine(failed.results.catalog))
  expect(text).toContain('<code>§2/vote-embed/options[].color</code>')
  expect(text).toContain('<code class="name">DEV_ALLOW_EFFECTS</code>')
})

test('values in a template become text, and no value can end the script that holds the data', () => {
  expect(html`<p title="${'"><b>'}">${'<i>&\u0000'}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;&amp;␀</p>',
  )
  const nasty = '</script><!--\u2028'
  const written = '"\\u003c/script>\\u003c!--\\u2028"'
  expect([...islandPieces({ a: nasty, b: [nasty, []], c: [] })].join('')).toBe(
    `{\n"a": ${written},\n"b": [\n${written},\n[]\n],\n"c": [\n\n]\n}`,
  )
})
