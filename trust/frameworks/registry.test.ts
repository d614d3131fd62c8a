import { describe, expect, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { type BugName, bugs } from './bugs.ts'
import { isAmiss, outcomeOf } from './outcome.ts'
import { frameworks } from './registry.ts'

test('there are at least ten frameworks of five languages, each with five bugs and a way to shed load', () => {
  expect(frameworks.length).toBeGreaterThanOrEqual(10)
  expect(new Set(frameworks.map(({ language }) => language)).size).toBeGreaterThanOrEqual(5)
  for (const framework of frameworks) {
    expect(framework.bugs.length).toBeGreaterThanOrEqual(5)
    expect(framework.bugs).toHaveLength(new Set(framework.bugs).size)
    expect(framework.sheds.length).toBeGreaterThanOrEqual(1)
  }
})

test('every bug of the vocabulary is used by some framework', () => {
  const used = new Set<string>(frameworks.flatMap((framework) => framework.bugs))
  expect(Object.keys(bugs).filter((name) => !used.has(name))).toEqual([])
})

describe('the outcome of a trial', () => {
  const [framework] = frameworks
  if (framework === undefined) throw new Error('there is none')
  const create = 'POST /api/vote/embed/create'
  const violation = (check: string, operation: string) => ({ check, operation, verdict: 'violation' }) as Finding
  const outcome = (bug: BugName | null, findings: readonly Finding[], exitCode: number) =>
    outcomeOf(framework, {
      variant: { bug, shed: null },
      results: { findings } as Results,
      exitCode,
      ms: 0,
      output: '',
    })

  test.for([
    ['nothing is blamed, as it should be', null, [], 0, 'clean', 0],
    ['nothing is blamed, since nothing was judged', null, [], 2, 'blamed', 0],
    ['an operation without a bug is blamed', null, [violation('envelope.status', create)], 1, 'blamed', 1],
    ['the bug is found', 'created-201', [violation('envelope.status', create)], 1, 'found', 0],
    ['only another check finds something', 'created-201', [violation('envelope.schema', create)], 1, 'missed', 0],
    [
      'the bug is found, and another operation is blamed',
      'created-201',
      [violation('envelope.status', create), violation('envelope.status', 'GET /elsewhere')],
      1,
      'found',
      1,
    ],
    ['missing routes are not found', 'router-missing', [], 1, 'missed', 0],
    ['a bug that cannot be known is not blamed', 'open-team', [], 0, 'open', 0],
    ['a bug that cannot be known is blamed', 'open-team', [violation('errors.code', create)], 1, 'blamed', 1],
    ['the exit code tells the bug', 'redirected-everywhere', [], 2, 'found', 0],
  ] as const)('%s', ([, bug, findings, exitCode, word, strays]) => {
    const came = outcome(bug, findings, exitCode)
    expect([came.word, came.strays.length]).toEqual([word, strays])
    const right = ['clean', 'found', 'open'].includes(word) && strays === 0
    expect(isAmiss(came)).toBe(!right)
  })
})
