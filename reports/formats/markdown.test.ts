import { expect, test } from 'vitest'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { hostileText } from '../../trust/recordings/variants.ts'
import { censusLine } from '../story.ts'
import { markdown } from './markdown.ts'

const failed = reportedRun('broken')
const text = markdown.render(failed.results, failed)

test('the verdict comes first, then the counts, the causes and the gaps', () => {
  expect(text).toMatch(/^# FAILED: /)
  const places = ['| pass |', '## Violations by cause', '## Without an answer', '## Limits', '## Load'].map((part) =>
    text.indexOf(part),
  )
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(places[0]).toBeGreaterThan(0)
})

test('the census and the Retry-After are named', () => {
  expect(text).toContain(censusLine(failed.results.catalog))
  expect(text).toMatch(
    /Retry-After seen on GET \/api\/video\/details\/all&#58;|Retry-After seen on GET \/api\/video\/details\/all: malformed/,
  )
})

test('a gap names the setting that would close it', () => {
  expect(text).toContain('Set `DEV_ALLOW_EFFECTS`.')
})

test('nothing of a hostile answer is markup', () => {
  const { results } = failed
  const findings = results.findings.map((finding) => ({ ...finding, message: hostileText, observed: hostileText }))
  const written = markdown.render(
    { ...results, run: { ...results.run, outcome: `${hostileText} @you #1 :x: www.a.b` }, findings },
    failed,
  )
  const outside = written.replace(/`[^`\n]*`/g, '').replace(/<\/?code>/g, '')
  expect(outside).not.toMatch(/[<>@\\]|\]\(|https?:\/\/|www\.|(?<!&)#\d/)
  expect(written).not.toMatch(/`[^`\n]*<[^`\n]*`/)
})

test('however many violations there are, the summary stays a page', () => {
  const findings = Array.from({ length: 3000 }, (_, index) => {
    const [first] = failed.results.findings
    if (first === undefined) throw new Error('no finding')
    return { ...first, verdict: 'violation' as const, check: `check.of-${index % 300}` }
  })
  const long = markdown.render({ ...failed.results, findings }, failed)
  expect(long.split('\n').length).toBeLessThan(500)
  expect(long).toContain('and 275 further causes')
})
