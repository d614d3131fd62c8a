import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass } from '../../evidence/judgement.ts'
import type { Measured, ProcessRecord, ScenarioRecord } from '../record.ts'
import { seconds } from '../seconds.ts'
import { gaveWayAt } from './gave-way.ts'

const wordsOf = ({ lastWords }: ProcessRecord) =>
  lastWords.length === 0 ? 'it said nothing' : `its last words: ${lastWords.join(' / ')}`

/** Why a process of k6 did not do its work, or null. */
function judgeProcess(process: ProcessRecord, recorded: number): Judgement | null {
  const words = wordsOf(process)
  const { endedBy, durationMs, counted: said, exitCode } = process
  if (endedBy === 'interrupt') return inconclusive('interrupted')
  if (endedBy === 'failed') return inconclusive('not-started', {}, { words })
  if (endedBy === 'time' || endedBy === 'silence') {
    const why = endedBy === 'time' ? 'it took too long' : 'it gave no sign of life'
    return inconclusive('ended', {}, { why, time: seconds(durationMs), words })
  }
  if (said !== null || endedBy === 'stopped') return null
  return inconclusive('broke-off', {}, { code: exitCode ?? 'none', requests: counted(recorded, 'request'), words })
}

/** So many requests in a row, to the end, that nobody answers: the target is down, or turns our address away. */
export const fewestSilent = 5

/** How many requests of a scenario, the last ones in the order in which they began, nobody answered. */
export function silentAtEndOf(exchanges: readonly Exchange[]): number {
  return exchanges.length - 1 - exchanges.findLastIndex(({ response }) => response !== null)
}

/** What the exchanges of a scenario tell of its course. */
interface Ending {
  /** How many of the requests, the last ones, got no answer. */
  readonly silentAtEnd?: number
  /** True where the key was refused by an operation, and served by one such later. */
  readonly isServedAgain?: boolean
}

/**
 * O19: whether a scenario sent what it was to send. Never the service's fault, never a violation; k6's exit code is no judge.
 *
 * @param recorded The requests that reached the recording.
 */
export function judgeDelivered(
  record: ScenarioRecord,
  recorded: number,
  { silentAtEnd = 0, isServedAgain = false }: Ending = {},
): Judgement {
  const { skipped, processes, stopped, trials, measured } = record
  if (skipped !== null) return notExercised('skipped', {}, { why: skipped })
  for (const process of processes) {
    const judgement = judgeProcess(process, recorded)
    if (judgement !== null) return judgement
  }
  if (record.apartMs !== undefined) return inconclusive('not-together', {}, { time: seconds(record.apartMs) })
  const requests = counted(recorded, 'request')
  const time = seconds(record.durationMs)
  if (stopped?.by === 'gave-way') return judgeBreakpoint(record)
  if (stopped !== null) return inconclusive('stopped', {}, { why: stopped.why, time: seconds(stopped.atMs) })
  const sent = processes.reduce((sum, process) => sum + (process.counted?.requests ?? 0), 0)
  if (sent !== recorded) return inconclusive('lost', {}, { recorded, sent: counted(sent, 'request') })
  if (trials?.kind === 'unanswered') return inconclusive('unanswered')
  if (silentAtEnd >= fewestSilent) return inconclusive('fell-silent', {}, { silent: silentAtEnd, requests })
  if (trials?.kind === 'denied') return notExercised('key-refused')
  return (
    (measured === null ? null : judgeRate(record, recorded, isServedAgain)) ?? pass('delivered', {}, { requests, time })
  )
}

function judgeBreakpoint(record: ScenarioRecord): Judgement {
  const gaveWay = gaveWayAt(record)
  if (gaveWay === null) return pass('gave-way', {}, { rate: '?', why: 'it is not known why' })
  const { ratePerSecond, servedPerSecond, why } = gaveWay
  const served = servedPerSecond === undefined ? '' : `; at most ${servedPerSecond} a second were served`
  return pass('gave-way', {}, { rate: ratePerSecond, why: `${why}${served}` })
}

/**
 * A wrong key is turned away at the door, which is no load: most answers are 401, since a read may need no key, or all of them 401
 * and 403. A key that may not read everything is another thing: what it gets is 403, and always from the same operations. Where one
 * served it and refused it, and most answers are refusals, the key was suspended or the address turned away meanwhile; where it was
 * served again later, that was a limit, which has another status, and no key.
 */
function isDenied({ operations, all }: Measured, isServedAgain: boolean): boolean {
  const refusedBy = ({ statuses }: Measured['operations'][number], ...of: readonly string[]) =>
    of.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
  const count = (...of: readonly string[]) =>
    operations.reduce((sum, operation) => sum + refusedBy(operation, ...of), 0)
  const [unauthenticated, refused] = [count('401'), count('401', '403')]
  const isTurned = operations.some(
    (operation) =>
      refusedBy(operation, '403') > 0 && Object.keys(operation.statuses).some((status) => /^[23]/.test(status)),
  )
  if (2 * unauthenticated > all.requests || (isTurned && !isServedAgain && 2 * refused > all.requests)) return true
  return refused > unauthenticated && refused === all.requests
}

const isRefused = ({ response }: Exchange) => response?.status === 401 || response?.status === 403
const isSuccess = ({ response }: Exchange) => response !== null && response.status < 400

/** True where operations that refused the key served it again when half of the refusals that were kept had come. */
function servedAgain(exchanges: readonly Exchange[]): boolean {
  const refusals = exchanges.filter(isRefused)
  const turned = new Set(refusals.map(({ operation }) => operation))
  const middle = refusals[refusals.length >> 1]
  if (middle === undefined) return false
  const since = middle.startedAt + middle.endMs
  return exchanges.some((one) => isSuccess(one) && turned.has(one.operation) && one.startedAt >= since)
}

/** What the exchanges of a scenario tell of its end: of one whose exchanges are all kept, whether somebody answered until then. */
export function endingOf({ measured }: ScenarioRecord, exchanges: readonly Exchange[]): Ending {
  return measured === null ? { silentAtEnd: silentAtEndOf(exchanges) } : { isServedAgain: servedAgain(exchanges) }
}

/** Why the load of an arrival rate was not delivered, or null. */
function judgeRate(
  { processes, planned, measured }: ScenarioRecord,
  recorded: number,
  isServedAgain: boolean,
): Judgement | null {
  const dropped = processes.reduce((sum, process) => sum + (process.counted?.dropped ?? 0), 0)
  const wanted = planned.requests ?? 0
  if (measured !== null && measured.twice > 0) return inconclusive('taken-twice', {}, { turns: measured.twice })
  if (dropped > 0) {
    // A virtual user that a 429 told to wait does so, and is missing meanwhile.
    const what = (measured?.all.limited ?? 0) > 0 ? 'for answers, or as a 429 had told them' : 'for answers'
    return inconclusive('dropped', {}, { dropped, planned: counted(wanted, 'request'), what })
  }
  // k6 gives or takes one a process.
  if (recorded + processes.length < wanted) {
    const [words] = processes.map(wordsOf)
    return inconclusive('not-sent', {}, { sent: recorded, planned: counted(wanted, 'request'), words: words ?? '' })
  }
  if (measured !== null && isDenied(measured, isServedAgain)) return notExercised('key-refused')
  const { answered = 0, limited = 0 } = measured?.all ?? {}
  if (recorded > 0 && answered + limited === 0)
    return inconclusive('nothing-served', {}, { requests: counted(recorded, 'request') })
  return null
}
