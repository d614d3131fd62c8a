import { expect, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { hostileText } from '../../trust/recordings/variants.ts'
import { censusLine } from '../coverage.ts'
import { headings } from '../words.ts'
import { markdown } from './markdown.ts'

const failed = reportedRun('broken')
const text = markdown.render(failed.results, failed)

test('the verdict comes first with the advice for a release, then the violations as a table, and the rest is folded', () => {
  expect(text).toMatch(/^# FAILED: .*\n\n\*\*Do not release&#58;|^# FAILED: .*\n\n\*\*Do not release: 1 operation can/)
  const places = ['29 violations', '| Operation |', 'How to see each again', headings.gaps, headings.limits].map(
    (part) => text.indexOf(part),
  )
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
  expect(text.match(/<details>/g)).toHaveLength(3)
  expect(text.match(/<\/details>/g)).toHaveLength(3)
})

test('each problem is a row: severity, operation, sentence, what was expected, and the status that came', () => {
  const rows = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
  expect(rows).toHaveLength(13)
  expect(rows[0]).toBe(
    '| open door | `POST /api/vote/embed/create` | Anyone can use this without a key: POST /api/vote/embed/create, without a key, with every documented member (and 14 more like it) | 401 authentication_required | 200 |',
  )
})

test('what is broken on very many operations is one row, which counts them, and hides nothing else', () => {
  const crash = failed.results.findings.find(({ check }) => check === 'errors.server-error') as Finding
  const crashes = Array.from({ length: 113 }, (_, nth) => ({
    ...{ ...crash, id: `crash-${nth}`, operation: `POST /api/payment/${nth}`, product: 'Payments' },
    ...{ verdict: 'violation' as const, cause: 'server-error' as const, exchanges: [], message: 'It crashes' },
  }))
  const told = markdown.render({ ...failed.results, findings: [...crashes, ...failed.results.findings] }, failed)
  expect(told).toContain(
    '| `POST /api/payment/0` and 114 more of Payments and Ads and Livestream | It crashes (and 117 findings of the same)',
  )
  for (const name of ['missing', 'loose type', 'rate limit']) expect(told).toContain(`\n| ${name} |`)
  expect(told).not.toContain('further cause')
})

test('the rows come gravest first, each with the name of its severity', () => {
  const names = text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split(' | ', 1)[0]?.slice(2))
  const order = ['open door', 'crash', 'no answer', 'missing', 'wrong answer', 'loose type', 'rate limit']
  const places = names.map((name) => order.indexOf(name ?? ''))
  expect(places).not.toContain(-1)
  expect(Math.max(...places.slice(0, 2))).toBe(0)
  expect(names.slice(-2).toSorted()).toEqual(['loose type', 'rate limit'])
  expect(names.indexOf('missing')).toBeGreaterThan(names.lastIndexOf('crash'))
  expect(names.indexOf('wrong answer')).toBeGreaterThan(names.lastIndexOf('missing'))
})

test('the summary names the census, the operations asked and judged, and the Retry-After', () => {
  expect(text).toContain(censusLine(failed.results.catalog))
  const { catalog, run } = failed.results
  expect(text).toContain(`265 of ${catalog.listed} operations asked. 265 of ${run.judged.of} operations judged.`)
  expect(text).toContain('Retry-After on GET /api/video/details/all is malformed')
})

test('a gap of one operation names it', () => {
  const untold = failed.results.findings.map((one) =>
    one.check === 'catalog.reachable' && one.operation === 'GET /api/pay/{shortId}'
      ? { ...one, verdict: 'inconclusive' as const, cause: 'like-unknown-routes' as const }
      : one,
  )
  expect(markdown.render({ ...failed.results, findings: untold }, failed)).toContain(
    '- 1 inconclusive of `catalog.reachable` on `GET /api/pay/{shortId}`: ',
  )
})

test('a gap names the setting that would close it, in a sentence of its own', () => {
  expect(text).toContain('so it is not asked with a usable body. Set `DEV_ALLOW_EFFECTS`.')
})

test('each scenario is told once', () => {
  for (const { sent } of reportedRun('broken').results.load.scenarios)
    expect(text.match(new RegExp(`\\b${sent} requests in`, 'g'))).toHaveLength(1)
})

test('the summary tells how to reproduce a problem, and where the key comes from', () => {
  expect(text).toContain(
    'Set API_KEY to the value of DEV_API_KEY and LOAD_API_KEY to the value of DEV_LOAD_API_KEY in your shell first.',
  )
  expect(text).toMatch(/\n```sh\ncurl .*\nnpx suite replay [0-9a-f]{12}\n```\n/)
})

test('a curl line can be pasted from the raw file, and nothing in it ends its block', () => {
  const shown = failed.results.findings.filter(({ verdict }) => verdict === 'violation')
  const pasted = shown.filter(({ reproduce }) => reproduce !== null && text.includes(`\n${reproduce}\n`))
  expect(pasted.length).toBeGreaterThan(8)
  const reproduce = "curl 'http://127.0.0.1/?a=```` </details> ~~~ <b>'"
  const findings = failed.results.findings.map((finding) => ({ ...finding, reproduce }))
  const [, fence = '', inside = ''] = /\n(`{3,})sh\n(curl [\s\S]*?)\n\1\n/.exec(
    markdown.render({ ...failed.results, findings }, failed),
  ) as RegExpExecArray
  expect(fence).toBe('`````')
  expect(inside.split('\n')).toEqual([reproduce, expect.stringMatching(/^npx suite replay [0-9a-f]{12}$/)])
})

test('no part of a hostile answer becomes markup', () => {
  const { results } = failed
  const findings = results.findings.map((finding) => ({ ...finding, message: hostileText, observed: hostileText }))
  const written = markdown.render(
    { ...results, run: { ...results.run, outcome: `${hostileText} @you #1 :x: www.a.b` }, findings },
    failed,
  )
  const own = /<\/?(?:code|details|summary)>/g
  const outside = written
    .replace(/^(`{3,})sh\n[\s\S]*?\n\1$/gm, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(own, '')
    .replaceAll('**', '')
  expect(outside).not.toMatch(/[<>@\\]|\]\(|https?:\/\/|www\.|(?<!&)#\d/)
  expect(written).not.toMatch(/`[^`\n]*<[^`\n]*`/)
})

test('the summary stays short, however many violations there are', () => {
  const [first] = failed.results.findings
  if (first === undefined) throw new Error('no finding')
  const findings = Array.from({ length: 3000 }, (_, index) => ({
    ...first,
    verdict: 'violation' as const,
    cause: `cause-${index % 300}` as Finding['cause'],
    operation: `GET /api/${index % 300}`,
  }))
  const long = markdown.render({ ...failed.results, findings }, failed)
  expect(long.split('\n').length).toBeLessThan(250)
  expect(long).toContain('and 275 further causes in `index.html`')
})
