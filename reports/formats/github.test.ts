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
  ['a hostile one', hostile],
  ['an empty one', only(reportedRun('broken'), [])],
] as const)('every line of %s is one command', ([_, run]) => {
  const lines = github.render(run.results, run).trimEnd().split('\n')
  for (const line of lines) expect(read(line).level, line).toMatch(/error|warning|notice/)
  expect(lines.filter((line) => line.startsWith('::error')).length).toBeLessThanOrEqual(10)
})

test('an error names check, cause, operations, expected and observed', () => {
  const [, first = ''] = github.render(failed.results, failed).split('\n')
  const { title, text } = read(first)
  expect(title).toBe('errors.server-error: server-error on 2 operations')
  expect(text).toContain('expected: an answer below 500; observed: 502 text/html')
  expect(text.split('\n')).toHaveLength(3)
})

test('a percent sign of a hostile answer is no line break', () => {
  expect(github.render(hostile.results, hostile)).toContain('%250A')
})

test('a run without a trustworthy answer is an error', () => {
  const { results } = only(reportedRun('broken'), [])
  expect(github.render(results, { exchanges: new Map() })).toMatch(/^::error title=NO TRUSTWORTHY ANSWER::/)
})
