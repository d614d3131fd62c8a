import { expect, test } from 'vitest'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { only, withHostileText } from '../../trust/recordings/variants.ts'
import { github } from './github.ts'

const failed = reportedRun('broken')
const hostile = withHostileText(reportedRun('broken'))

/** Reads a workflow command the way GitHub's runner does. */
function read(line: string): { readonly level: string; readonly title: string; readonly text: string } {
  const [, level = '', title = '', text = ''] = /^::(error|warning|notice) title=([^:,]*)::(.*)$/.exec(line) ?? []
  const data = (part: string) => part.replaceAll('%0D', '\r').replaceAll('%0A', '\n').replaceAll('%25', '%')
  return { level, title: data(title.replaceAll('%3A', ':').replaceAll('%2C', ',')), text: data(text) }
}

test.for([
  ['a failed run', failed],
  ['a hostile run', hostile],
  ['an empty run', only(reportedRun('broken'), [])],
] as const)('every line of %s is one workflow command', ([_, run]) => {
  const lines = github.render(run.results, run).trimEnd().split('\n')
  for (const line of lines) expect(read(line).level, line).toMatch(/error|warning|notice/)
  expect(lines.filter((line) => line.startsWith('::error')).length).toBeLessThanOrEqual(10)
})

test('the verdict comes first with the advice for a release, then the gravest cause', () => {
  const [first = '', second = ''] = github.render(failed.results, failed).split('\n')
  expect(read(first)).toMatchObject({
    title: 'FAILED',
    text: expect.stringContaining('\nDo not release: 1 operation can'),
  })
  expect(read(second).title).toBe('open door: Anyone can use this without a key (POST /api/vote/embed/create)')
})

test('an error tells the answer, what was expected, the operations, and how to reproduce it', () => {
  const line =
    github
      .render(failed.results, failed)
      .split('\n')
      .find((one) => one.includes('server error')) ?? ''
  const { title, text } = read(line)
  expect(title).toBe('crash: It answers with a server error (2 operations of Ads and Livestream)')
  expect(text.split('\n')).toEqual([
    expect.stringMatching(/^502, expected an answer below 500\..* \(§7\)$/),
    'on POST /api/ads/advertisement/get, GET /api/video/details/all',
    'Set API_KEY to the value of DEV_API_KEY in your shell first.',
    expect.stringMatching(/^curl /),
    expect.stringMatching(/^npx suite replay [0-9a-f]{12}$/),
  ])
})

test('causes beyond ten annotations are counted and named in the last one, and an open door is never among them', () => {
  const errors = github
    .render(failed.results, failed)
    .split('\n')
    .filter((line) => line.startsWith('::error'))
    .map(read)
  expect(errors).toHaveLength(10)
  expect(errors.at(-1)).toMatchObject({
    title: 'and 3 further causes',
    text: expect.stringContaining('rate limit: Retry-After'),
  })
  const titles = errors.map(({ title }) => title)
  expect(titles).toContainEqual(expect.stringContaining('A wrong key is accepted'))
  expect(titles).toContainEqual(expect.stringContaining('It gave no complete answer'))
})

test('a run without an answer is one error, not a row of warnings', () => {
  const { results, exchanges } = reportedRun('unanswered')
  const levels = github
    .render(results, { exchanges })
    .trimEnd()
    .split('\n')
    .map((line) => read(line).level)
  expect(levels).toEqual(['error', 'notice'])
})

test('a percent sign in a hostile answer does not become a line break', () => {
  expect(github.render(hostile.results, hostile)).toContain('%250A')
})

test('a run without a trustworthy answer is an error', () => {
  const { results } = only(reportedRun('broken'), [])
  expect(github.render(results, { exchanges: new Map() })).toMatch(/^::error title=NO TRUSTWORTHY ANSWER::/)
})
