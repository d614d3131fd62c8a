import { inconclusive, type Judgement, notExercised, pass } from '../../evidence/verdict.ts'
import { count, type ScenarioRecord, seconds } from '../judged.ts'

/** O19: whether a scenario sent what it was to send. Never the service's fault, never a violation; k6's exit code is no judge. */
export function judgeDelivered(record: ScenarioRecord, recorded: number): Judgement {
  if (record.skipped !== null) return notExercised('skipped', record.skipped)
  const words = record.lastWords.length === 0 ? '' : ` Its last words: ${record.lastWords.join(' / ')}`
  if (record.endedBy === 'interrupt') return inconclusive('interrupted', 'The run was interrupted.')
  if (record.endedBy === 'failed') return inconclusive('not-started', `k6 could not be started.${words}`)
  if (record.endedBy !== 'itself') {
    const why = record.endedBy === 'time' ? 'took longer than it may' : 'gave no sign of life'
    return inconclusive('ended', `k6 ${why} and was ended after ${seconds(record.durationMs)}.${words}`)
  }
  if (record.end === null)
    return inconclusive('broke-off', `k6 ended (exit code ${record.exitCode}) before the scenario did.${words}`)
  if (record.end.requests !== recorded)
    return inconclusive(
      'lost',
      `k6 sent ${count(record.end.requests, 'request')}, of which ${recorded} reached the recording.`,
    )
  const { kind, why } = record.end
  if (kind === 'limited')
    return notExercised(
      'limited',
      `A limit ended it after ${count(recorded, 'request')}: ${why ?? 'it asked for too long a wait'}.`,
    )
  if (kind === 'unanswered') return inconclusive('unanswered', 'No request at rest was answered, so no load was sent.')
  if (kind === 'denied') return notExercised('key-refused', 'At rest the key itself was refused, so no load was sent.')
  if (record.planned !== null && kind !== 'complete')
    return inconclusive('budget-spent', `The budget (${kind}) ended before all ${record.planned} requests were sent.`)
  return pass('delivered', `${count(recorded, 'request')} in ${seconds(record.durationMs)}.`)
}
