import { expect } from 'vitest'
import type { Verdict } from '../../evidence/verdict.ts'
import { judgeLoad } from '../../load/judge.ts'
import type { LoadRecord } from '../../load/record.ts'
import type { TrialEnd } from '../../load/trial/trial.ts'
import {
  type FabricatedExchange,
  fabricate,
  fabricatedCode,
  loadRecord,
  processRecord,
  scenarioRecord,
  times,
} from './load.ts'

export const rest: readonly FabricatedExchange[] = times(2, { phase: 'rest' })
export const told = { status: 429, retryAfter: '2' }
/** A trial: two requests of rest, a step of which half is refused, and a recovery that is served. */
export const ordinary: readonly FabricatedExchange[] = [
  ...rest,
  ...times(8, {}),
  ...times(8, told),
  { phase: 'recovery', told: 2000, waited: 3010 },
]
export const again = (waited: number, status: number | null = 429): FabricatedExchange => ({
  phase: 'recovery',
  told: 2000,
  waited,
  status,
})

export function judged(check: string, rows: readonly FabricatedExchange[], more: Partial<LoadRecord> = {}) {
  const { findings } = judgeLoad(loadRecord(more), fabricate(rows), fabricatedCode)
  const found = findings.filter((finding) => finding.check === check)
  expect(found).toHaveLength(1)
  expect(found[0]?.message).not.toMatch(/undefined|null|NaN/)
  return [found[0]?.verdict, found[0]?.cause]
}

export type TrialCase = readonly [
  name: string,
  rows: readonly FabricatedExchange[],
  verdict: Verdict,
  cause: string,
  more?: Partial<LoadRecord>,
]
export const elsewhere = { limited: { ...loadRecord().limited, shown: false } }
export const notQuiet = { quietKey: false }
export const ended = (kind: TrialEnd['kind'], askedMs: number | null = null) => ({
  scenarios: [scenarioRecord({ trials: { kind, askedMs } })],
})
export const brokeOff = { scenarios: [scenarioRecord({ processes: [processRecord({ counted: null })], trials: null })] }
export const unread = { kind: 'silence', message: '', reusedConnection: false, began: false } as const
export const idle = { kind: 'reset', message: '', reusedConnection: true, began: false } as const
