import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { enlarged, withLargeBodies } from '../../trust/recordings/variants.ts'
import { censusLine } from '../story.ts'
import { page } from './document.ts'
import { islandOf } from './island.ts'
import { html, jsonIsland } from './markup.ts'

const failed = reportedRun('broken')
const text = page(failed.results, failed)

test('the same results give the same bytes, drawn charts included', () => {
  const again = reportedRun('broken')
  expect(page(again.results, again)).toBe(text)
})

test('the policy allows nothing but the one style and the one script, by their hashes', () => {
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

test('what broke has its exchanges in the page even where not all fit, and the page counts what is left out', () => {
  const sample = withLargeBodies(enlarged(reportedRun('broken'), 6600))
  const island = islandOf(sample.results, sample)
  sample.results.findings.forEach(({ verdict }, index) => {
    if (verdict === 'violation') expect(island.exchanges[index]?.length).toBeGreaterThan(0)
    if (verdict === 'pass') expect(island.exchanges[index]).toBeUndefined()
  })
  expect(island.left).toBeGreaterThan(0)
})

test('what is new is told first, and comes first among the causes', () => {
  const fresh = new Set(failed.results.findings.filter(({ cause }) => cause === 'no-envelope').map(({ id }) => id))
  const told = page(failed.results, { ...failed, fresh })
  expect(told).toContain('1 violation new.')
  expect(told.indexOf('A success comes without')).toBeLessThan(told.indexOf('It answers with a server error'))
})

test('past runs make a trend and are compared with', () => {
  const past = [
    { id: 'before', startedAt: '2026-11-20T02:00:00.000Z', summary: { ...failed.results.summary, violation: 26 } },
  ]
  const told = page(failed.results, { ...failed, past })
  expect(told).toContain('1 more violation than on 2026-11-20.')
  expect(told).toContain('id="trend"')
  expect(text).not.toContain('id="trend"')
})

test('later runs, and runs of another kind, are no past: the page stays the same when there are more of them', () => {
  const { summary, run } = failed.results
  const past = [
    { id: 'later', startedAt: '2026-11-22T02:00:00.000Z', summary },
    { id: 'other', startedAt: '2026-11-20T02:00:00.000Z', summary, profile: 'gate', target: run.target },
    { id: 'elsewhere', startedAt: '2026-11-20T02:00:00.000Z', summary, profile: run.profile, target: 'embedded' },
    { id: run.id, startedAt: run.startedAt, summary },
  ] as const
  expect(page(failed.results, { ...failed, past }) === text).toBe(true)
})

test('the census, the ledger and the settings that would help are in the page', () => {
  expect(text).toContain(censusLine(failed.results.catalog))
  expect(text).toContain('<code>§2/vote-embed/options[].color</code>')
  expect(text).toContain('<code>DEV_ALLOW_EFFECTS</code>')
})

test('what is put into a template is text, and an island cannot be ended', () => {
  expect(html`<p title="${'"><b>'}">${'<i>&\u0000'}</p>`.text).toBe(
    '<p title="&quot;&gt;&lt;b&gt;">&lt;i&gt;&amp;␀</p>',
  )
  expect(jsonIsland({ a: '</script><!--\u2028' }).text).toBe('{"a":"\\u003c/script>\\u003c!--\\u2028"}')
})
