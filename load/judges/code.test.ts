import { expect, test } from 'vitest'
import { fabricate, fabricatedCode, loadRecord, times } from '../../trust/fabricated/load.ts'
import { rest } from '../../trust/fabricated/trials.ts'
import { judgeLoad } from '../judge.ts'

test('what was answered otherwise is counted while the kind of limiter is learned, too', () => {
  const learned = times(20, { phase: 'experiment', part: 'burst', status: 302 })
  const rows = fabricate([...rest, ...times(8, {}), ...times(8, { status: 302 }), ...learned])
  const found = judgeLoad(loadRecord(), rows, fabricatedCode).findings.find(({ check }) => check === 'limits.code')
  expect(found?.message).toContain('28 of 38 requests')
})
