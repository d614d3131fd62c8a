import { describe, expect, test } from 'vitest'
import type { FabricatedExchange } from '../../trust/fabricated/load.ts'
import { fabricate, fabricatedCode, loadRecord, times } from '../../trust/fabricated/load.ts'
import { again, brokeOff, ended, judged, notQuiet, rest, type TrialCase, told } from '../../trust/fabricated/trials.ts'
import { judgeLoad } from '../judge.ts'
import type { LoadRecord } from '../record.ts'

const others: FabricatedExchange = { phase: 'scope', whom: 'key', ...told }
const met = [...times(8, {}), ...times(8, told)]
const broken = [...met, again(3010), again(3010)]

/** O16: where others may use up the limit, a quiet key says nothing of the limit, and refusals in a row are no proof. */
const cases: readonly TrialCase[] = [
  [
    'refused in three of three, and another key with it',
    [...rest, ...met, others, ...times(3, again(3010))],
    'inconclusive',
    'limit-not-quiet',
  ],
  [
    'refused in three of three, and at rest',
    [{ phase: 'rest', ...told }, { phase: 'rest' }, ...times(3, again(3010))],
    'inconclusive',
    'limit-not-quiet',
  ],
  [
    'refused in eight, and another key with it',
    [...rest, ...met, others, ...times(4, again(3010)), ...times(4, again(2010))],
    'violation',
    'refused-again',
  ],
  [
    'refused in eight, after one request of a burst was served',
    [...rest, {}, told, others, ...times(8, again(3010))],
    'inconclusive',
    'limit-not-quiet',
  ],
  [
    '401 for ever after the wait, and another key is limited',
    [...rest, ...met, others, ...times(3, again(3010, 401))],
    'violation',
    'refused-again',
  ],
  [
    'refused in seven, and served without the second of grace',
    [...rest, ...met, others, ...times(7, again(3010)), again(2010, 200)],
    'inconclusive',
    'sometimes-refused',
  ],
  [
    'refused twice each of three times that the limit is met',
    [...rest, ...broken, others, again(3010, 200), ...broken, again(3010, 200), ...broken],
    'violation',
    'refused-again',
  ],
  [
    'refused four times in a row, but met only twice',
    [...rest, ...broken, others, ...times(2, again(3010)), again(3010, 200), ...broken, ...times(2, again(3010))],
    'inconclusive',
    'sometimes-refused',
  ],
]

test.for(cases)('%s', ([, rows, verdict, cause]) => {
  expect(judged('limits.recovers', rows)).toEqual([verdict, cause])
})

describe('a limit that let go in its trials is asked again while its kind is learned', () => {
  const kept = [...rest, ...met, again(3010, 200)]
  /** So many refusals, each asked so long after the one before, milliseconds; all tell to wait for 2 s. */
  const learned = (often: number, everyMs: number): readonly FabricatedExchange[] =>
    Array.from({ length: often }, (_, index) => ({
      ...{ phase: 'experiment', part: 'recovery', at: 10_000 + index * everyMs, ...told },
    }))

  test.for<TrialCase>([
    ['and refuses after three kept waits, to the end', [...kept, ...learned(4, 3010)], 'violation', 'refused-again'],
    ['with a key that others use', [...kept, ...learned(4, 3010)], 'inconclusive', 'key-not-quiet', notQuiet],
    ['another key is refused as well', [...kept, others, ...learned(4, 3010)], 'inconclusive', 'limit-not-quiet'],
    ['another key too, after eight waits', [...kept, others, ...learned(9, 3010)], 'violation', 'refused-again'],
    [
      'another key too, and it told a long wait before',
      [...kept, others, { ...again(7010, 200), told: 6000 }, ...learned(4, 3010)],
      'inconclusive',
      'limit-not-quiet',
    ],
    [
      'refused while votes use up what it shares with others',
      [...kept, ...learned(9, 3010).map((row) => ({ ...row, phase: 'vote' as const }))],
      'pass',
      'served-again',
    ],
    ['and refuses after two', [...kept, ...learned(3, 3010)], 'pass', 'served-again'],
    ['within the second of grace', [...kept, ...learned(9, 2990)], 'pass', 'served-again'],
    [
      'and is served in the end',
      [...kept, ...learned(9, 3010), { phase: 'experiment', at: 60_000 }],
      'pass',
      'served-again',
    ],
    [
      'and tells no wait',
      [...kept, ...learned(9, 3010).map(({ retryAfter: _, ...row }) => row)],
      'pass',
      'served-again',
    ],
  ])('%s', ([, rows, verdict, cause, more]) => {
    expect(judged('limits.recovers', rows, more)).toEqual([verdict, cause])
  })
})

/** What the finding says, and the exchanges that show it. */
function toldBy(rows: readonly FabricatedExchange[], more: Partial<LoadRecord> = {}) {
  const { findings } = judgeLoad(loadRecord(more), fabricate(rows), fabricatedCode)
  const { message, expected, observed, exchanges } = findings.find(({ check }) => check === 'limits.recovers') ?? {}
  return { message, expected, observed, exchanges }
}

describe('what is told of it', () => {
  const poll = (waited: number, status: number): FabricatedExchange => ({ phase: 'poll', waited, status })
  const untold = [...rest, ...times(8, {}), ...times(8, { status: 429 })]
  const unclear = { expected: null, observed: null }

  const afterTold = 'served after Retry-After'
  test.for([
    [
      'how many trials were served, and each wait',
      [...rest, ...met, again(3010, 200), ...met, again(3010, 200)],
      'It serves again after the wait: in 2 of 2 trials (2 s, 2 s)',
      { expected: afterTold, observed: 'served', exchanges: ['limits-19.1', 'limits-36.1'] },
    ],
    [
      'each status that came in place of an answer',
      [...rest, ...met, again(3010), again(3010, 401), again(3010)],
      'It refuses again although the client waited as long as it was told: in 3 of 3 trials (2 s, 2 s, 2 s)',
      {
        expected: afterTold,
        observed: '429 or 401 in 3 of 3',
        exchanges: ['limits-19.1', 'limits-20.1', 'limits-21.1'],
      },
    ],
    [
      'what was refused after the trials too',
      [...rest, ...met, again(3010), ...times(2, poll(9000, 429))],
      'It refuses again although the client waited as long as it was told: in 1 of 1 trial (2 s)',
      { expected: afterTold, observed: '429 in 1 of 1, and 2 times later', exchanges: ['limits-19.1'] },
    ],
    [
      'that a wait was cut short',
      [...rest, ...met, again(1000)],
      'No trial ended in an answer that shows whether it serves again',
      { ...unclear, exchanges: ['limits-19.1'] },
    ],
    [
      'how long it took where no wait was named',
      [...untold, poll(500, 429), poll(1000, 200)],
      'It serves again after the wait: no wait was named, and 1 s were enough',
      { expected: 'served after the limit resets', observed: 'served', exchanges: ['limits-20.1'] },
    ],
    [
      'that nothing was served where no wait was named',
      [...untold, poll(500, 429)],
      'It named no wait, and it did not serve again in the time there was',
      { ...unclear, exchanges: ['limits-19.1'] },
    ],
    [
      'that k6 broke off',
      [...untold, poll(500, 429)],
      'k6 did not reach the end of the scenario: 19 requests recorded',
      { ...unclear, exchanges: ['limits-19.1'] },
      brokeOff,
    ],
    [
      'a wait that is longer than there is time',
      [...rest, ...met],
      'The wait that is asked for is longer than there is time for: 90 s',
      { ...unclear, exchanges: [] },
      ended('wait', 90_000),
    ],
  ] as const)('%s', ([, rows, message, evidence, more = {}]) => {
    expect(toldBy(rows, more)).toEqual({ message, ...evidence })
  })
})
