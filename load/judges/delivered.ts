import { counted } from '../../evidence/counted.ts'
import { inconclusive, type Judgement, notExercised, pass } from '../../evidence/judgement.ts'
import { type ScenarioRecord, seconds } from '../judged.ts'

/** O19: whether a scenario sent what it was to send. Never the service's fault, never a violation; k6's exit code is no judge. */
export function judgeDelivered(record: ScenarioRecord, recorded: number): Judgement {
  if (record.skipped !== null) return notExercised('skipped', {}, { why: record.skipped })
  const words = record.lastWords.length === 0 ? 'it said nothing' : `its last words: ${record.lastWords.join(' / ')}`
  const requests = counted(recorded, 'request')
  if (record.endedBy === 'interrupt') return inconclusive('interrupted')
  if (record.endedBy === 'failed') return inconclusive('not-started', {}, { words })
  if (record.endedBy !== 'itself') {
    const why = record.endedBy === 'time' ? 'it took too long' : 'it gave no sign of life'
    return inconclusive('ended', {}, { why, time: seconds(record.durationMs), words })
  }
  if (record.end === null) return inconclusive('broke-off', {}, { code: record.exitCode ?? 'none', words })
  if (record.end.requests !== recorded) {
    return inconclusive('lost', {}, { recorded, sent: counted(record.end.requests, 'request') })
  }
  const { kind, why } = record.end
  if (kind === 'limited') {
    return notExercised('ended-by-limit', {}, { requests, why: why ?? 'it asked for too long a wait' })
  }
  if (kind === 'unanswered') return inconclusive('unanswered')
  if (kind === 'denied') return notExercised('key-refused')
  if (record.planned !== null && kind !== 'complete') {
    return inconclusive('budget-spent', {}, { budget: kind, planned: record.planned })
  }
  return pass('delivered', {}, { requests, time: seconds(record.durationMs) })
}
