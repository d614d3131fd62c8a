import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Finding } from '../../evidence/finding.ts'
import type { ExitCode, Results, RunFacts } from '../../evidence/results.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { changesOf, driftSinceOf, droppedViolations, pastOn, sinceOf, untoldViolations } from './changes.ts'
import { driftKeys, type HistoryLine, historyLineOf } from './history-line.ts'

const id = 'aaaaaaaaaaaa'
const none = { pass: 0, violation: 0, undocumented: 0, inconclusive: 0, 'not-exercised': 0 }

/** A night in one word: how it ended, or the verdict on its only finding. */
type Night = 'outage' | 'interrupted' | 'wrong code' | Verdict

function resultsOf(night: Night, index: number, over: Partial<RunFacts> = {}): Results {
  const codes: Partial<Record<Night, ExitCode>> = { outage: 2, interrupted: 130, violation: 1, 'wrong code': 1 }
  const ended = night === 'outage' || night === 'interrupted'
  const verdict = ended ? 'not-exercised' : night === 'wrong code' ? 'violation' : night
  const cause = night === 'wrong code' ? 'wrong-code' : 'accepted-without-key'
  const run = {
    id: `run-${index}`,
    profile: 'nightly',
    target: 'development',
    startedAt: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
    catalogHash: 'x',
    durationMs: 1,
    exitCode: codes[night] ?? 0,
    ...over,
  } as RunFacts
  const findings = [{ id, verdict, check: 'auth.missing-credential', cause } as Finding]
  return {
    run,
    findings,
    summary: { ...none, [verdict]: 1 },
    load: { limits: [], scenarios: [] },
  } as unknown as Results
}

/** The results of the last night, and the history that the nights before it wrote. */
function nightsOf(nights: readonly Night[], over: readonly Partial<RunFacts>[] = []) {
  const lines: HistoryLine[] = []
  let results = resultsOf('pass', 0)
  let past: readonly HistoryLine[] = []
  for (const [index, night] of nights.entries()) {
    results = resultsOf(night, index, over[index])
    past = pastOn(lines, results.run)
    lines.push(historyLineOf(results, past))
  }
  return {
    changes: changesOf(results, past),
    since: sinceOf(results.findings[0] as Finding, results.run, past),
    past,
    lines,
    results,
  }
}

/** The lists of changes that name the finding. */
function listsOf(nights: readonly Night[], over: readonly Partial<RunFacts>[] = []): string {
  const { changes } = nightsOf(nights, over)
  return (['new', 'fixed', 'still', 'unstable'] as const).filter((list) => changes[list].includes(id)).join(' ')
}

describe('what changed since the last run that judged a finding', () => {
  test.for<[nights: Night[], lists: string]>([
    [['pass', 'violation'], 'new'],
    [['violation', 'violation'], 'still'],
    [['violation', 'pass'], 'fixed'],
    [['violation', 'undocumented'], 'fixed'],
    [['pass', 'pass'], ''],
    // A night of outage, or one that did not ask the question, is a gap: after it the old violation is not new.
    [['violation', 'outage', 'violation'], 'still'],
    [['violation', 'interrupted', 'violation'], 'still'],
    [['violation', 'inconclusive', 'violation'], 'still'],
    [['violation', 'not-exercised', 'violation'], 'still'],
    [['violation', 'outage', 'pass'], 'fixed'],
    [['violation', 'inconclusive'], ''],
    [['violation', 'outage'], ''],
    [['violation', 'pass', 'violation'], 'new unstable'],
    [['pass', 'violation', 'pass'], 'fixed unstable'],
    [['violation', 'pass', ...Array<Night>(9).fill('pass')], ''],
    [['violation', 'pass', 'violation', ...Array<Night>(10).fill('violation')], 'still'],
  ])('%j → %s', ([nights, lists]) => {
    expect(listsOf(nights)).toBe(lists)
  })

  test('the first run has nothing to compare with, so no violation is new', () => {
    expect(nightsOf(['violation']).changes).toEqual({ comparedWith: null, new: [], fixed: [], still: [], unstable: [] })
  })

  test('a run of another profile counts where its target is the same, and a run of another target does not', () => {
    expect(listsOf(['violation', 'violation'], [{ profile: 'gate' }])).toBe('still')
    expect(listsOf(['violation', 'violation'], [{ target: 'production' }])).toBe('')
    expect(nightsOf(['violation', 'violation'], [{ profile: 'gate' }]).changes.comparedWith).toBeNull()
    expect(nightsOf(['violation', 'outage', 'violation']).changes.comparedWith).toBe('run-0')
  })
})

test.for<[nights: Night[], told: number]>([
  [['violation', 'not-exercised'], 1],
  [['violation', 'outage', 'inconclusive'], 1],
  [['violation', 'pass', 'not-exercised'], 0],
  [['violation', 'pass'], 0],
  [['violation', 'violation'], 0],
  [['pass', 'not-exercised'], 0],
])('a violation that was not asked about again is told: %j → %d', ([nights, told]) => {
  const { results, past } = nightsOf(nights)
  expect(untoldViolations(results.findings, past, [])).toHaveLength(told)
  const known = results.findings.map(({ id }) => ({ finding: id }))
  expect(untoldViolations(results.findings, past, known)).toEqual([])
})

describe('since', () => {
  test.for<[nights: Night[], run: string, date: string]>([
    [['violation'], 'run-0', '2026-01-01'],
    [['pass', 'violation'], 'run-1', '2026-01-02'],
    [['violation', 'outage', 'inconclusive', 'violation'], 'run-0', '2026-01-01'],
    [['violation', 'pass', 'violation', 'violation'], 'run-2', '2026-01-03'],
  ])('%j → %s', ([nights, run, date]) => {
    expect(nightsOf(nights).since).toEqual({ run, date })
  })

  test.for<[nights: Night[], lastCause: string | undefined]>([
    [['wrong code', 'violation'], 'wrong-code'],
    [['wrong code', 'violation', 'outage', 'violation'], undefined],
    [['violation', 'wrong code', 'inconclusive', 'violation'], 'wrong-code'],
    [['wrong code', 'pass', 'violation'], undefined],
  ])('%j: the last violation had another cause: %s', ([nights, lastCause]) => {
    expect(nightsOf(nights).since.lastCause).toBe(lastCause)
    if (lastCause !== undefined) expect(listsOf(nights)).toBe('still')
  })

  test('a run of another profile does not count as the last cause', () => {
    expect(nightsOf(['wrong code', 'violation'], [{ profile: 'gate' }]).since.lastCause).toBeUndefined()
  })
})

test('a drift dates from the first run after the baseline that saw it, even if a run between did not ask', () => {
  const seenIn = [true, false, true, false, false]
  const past = nightsOf([...seenIn.map((): Night => 'pass'), 'pass']).past.map((line, index) => ({
    ...line,
    drifted: seenIn[index] ? [id] : [],
  }))
  const run = { id: 'run-5', startedAt: '2026-01-06T00:00:00.000Z' }
  const since = (baseline: string, finding = id) =>
    driftSinceOf(
      { id: finding, check: 'drift.changed:with the key: status', operation: null, expected: '200', observed: '201' },
      run,
      past,
      baseline,
    )
  expect(since('run-1')).toEqual({ run: 'run-2', date: '2026-01-03' })
  expect(since('run-3')).toEqual({ run: 'run-5', date: '2026-01-06' })
  expect(since('of another machine')).toEqual({ run: 'run-0', date: '2026-01-01' })
  expect(since('run-1', 'bbbbbbbbbbbb').run).toBe('run-5')
})

test.for<[subject: string, before: string, now: string, isNew: boolean]>([
  ['redirect', '302 to /a', '302 to /b', true],
  ['redirect', '302 to /a', '302 to /a', false],
  ['body of 200', '/a string', '/a string?, /b number', true],
  ['body of 200', '/a string, /b number', '/b number', false],
  ['limit: quota', '1 to 2', '1 to 3', false],
])('a drift of the %s from %s to %s is new: %s', ([subject, before, now, isNew]) => {
  const check = `drift.changed:with the key: ${subject}`
  const drift = (observed: string) => ({ id, check, operation: 'GET /x', expected: 'x', observed })
  const [line] = nightsOf(['pass', 'pass']).past
  const past = [{ ...(line as HistoryLine), drifted: driftKeys(drift(before)) }]
  const run = { id: 'run-5', startedAt: '2026-01-06T00:00:00.000Z' }
  expect(driftSinceOf(drift(now), run, past, '').run).toBe(isNew ? 'run-5' : 'run-0')
})

test('a line that was written twice counts once, and the order of the lines does not matter', () => {
  const night = fc.constantFrom<Night>('pass', 'violation', 'outage', 'inconclusive', 'interrupted')
  fc.assert(
    fc.property(fc.array(night, { minLength: 2, maxLength: 14 }), fc.infiniteStream(fc.nat(99)), (nights, chance) => {
      const { lines, results, changes, since } = nightsOf(nights)
      const doubled = lines.flatMap((line) => [line, line]).toSorted(() => (chance.next().value % 2 ? 1 : -1))
      const past = pastOn(doubled, results.run)
      expect(changesOf(results, past)).toEqual(changes)
      expect(sinceOf(results.findings[0] as Finding, results.run, past)).toEqual(since)
    }),
  )
})

test('each violated finding is either new or still, and no finding is on two of the three lists', () => {
  const night = fc.constantFrom<Night>('pass', 'violation', 'outage', 'undocumented', 'inconclusive')
  fc.assert(
    fc.property(fc.array(night, { minLength: 2, maxLength: 14 }), (nights) => {
      const { changes, results, past } = nightsOf(nights)
      const lists = [changes.new, changes.fixed, changes.still].filter((list) => list.includes(id)).length
      const comparable = past.some(({ exitCode }) => exitCode < 2) && results.run.exitCode < 2
      expect(lists).toBeLessThanOrEqual(1)
      if (comparable && results.findings[0]?.verdict === 'violation') expect(lists).toBe(1)
    }),
  )
})

test('the history keeps no times of load that was not delivered', () => {
  const times = { p50: 1, p95: 2, p99: 3, max: 4 }
  const line = (verdict: Verdict) => {
    const results = resultsOf('pass', 0)
    const ran = { name: 'smoke', verdict, planned: { ratePerSecond: 12 }, latencyMs: times }
    return historyLineOf({ ...results, load: { limits: [], scenarios: [ran] } } as unknown as Results, []).scenarios
  }
  expect(line('pass')).toEqual([{ name: 'smoke', ratePerSecond: 12, latencyMs: times }])
  expect(line('inconclusive')).toEqual([{ name: 'smoke', ratePerSecond: 12, latencyMs: {} }])
})

test('a pass does not clear a violation where the run did not ask the request that had shown it', () => {
  const { lines, past } = nightsOf(['pass', 'violation'])
  const results = resultsOf('pass', 2)
  const open = { ...results, findings: results.findings.map((one) => ({ ...one, isLeftOpen: true as const })) }
  const all = pastOn(lines, open.run)
  expect(past).toHaveLength(1)
  expect(changesOf(open, all)).toMatchObject({ new: [], fixed: [], still: [] })
  expect(historyLineOf(open, all).cleared).toEqual([])
  expect(changesOf(results, all).fixed).toEqual([id])
})

test('violations of the last run that another catalogue took out are told, once', () => {
  const { past, results } = nightsOf(['violation', 'pass'])
  const other = { ...results.run, catalogHash: 'other', withLoad: true }
  const [{ cause = '' } = {}] = past.at(-1)?.violations ?? []
  expect(droppedViolations(other, [], past, [])).toEqual([`${cause} (${id})`])
  expect(droppedViolations(other, [], past, [{ finding: id, cause }])).toEqual([])
  expect(droppedViolations(other, [], past, [{ finding: id, cause: 'other' }])).toHaveLength(1)
  expect(droppedViolations(other, results.findings, past, [])).toEqual([])
  expect(droppedViolations({ ...results.run, withLoad: true }, [], past, [])).toEqual([])
  expect(droppedViolations({ ...other, profile: 'cutover' }, [], past, [])).toEqual([])
})

test('what no request of contracts showed is not looked for by a run without load: it may be of load', () => {
  const { past, results } = nightsOf(['violation', 'violation'])
  const withoutLoad = { ...results.run, catalogHash: 'other', withLoad: false }
  expect(droppedViolations(withoutLoad, [], past, [])).toEqual([])
  const shown = past.map((line) => ({ ...line, violations: line.violations.map((one) => ({ ...one, shownBy: id })) }))
  expect(droppedViolations(withoutLoad, [], shown, [])).toHaveLength(1)
})
