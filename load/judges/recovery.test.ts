import { expect, test } from 'vitest'
import type { FabricatedExchange } from '../../trust/fabricated/load.ts'
import { times } from '../../trust/fabricated/load.ts'
import { again, judged, rest, type TrialCase, told } from '../../trust/fabricated/trials.ts'

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
