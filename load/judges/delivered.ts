import { counted, seconds } from '../../evidence/counted.ts'
import { type Exchange, endedAt } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, notExercised, pass } from '../../evidence/judgement.ts'
import type { GaveWay, ScenarioResult } from '../../evidence/load-results.ts'
import { isTurnedAway } from '../giving-way.ts'
import { droppedBy, type Measured, type ProcessRecord, plannedLoad, type ScenarioRecord } from '../record.ts'
import { plannedAt, plannedUntil } from '../stages.ts'
import { gaveWayAt } from './gave-way.ts'
import type { LoadAnswer } from './load-answer.ts'

const wordsOf = ({ lastWords }: ProcessRecord) =>
  lastWords.length === 0 ? 'it said nothing' : `its last words: ${lastWords.join(' / ')}`

/** Why a process of k6 did not do its work; null where it did. */
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

/** So many unanswered requests at the end mean that the target is down, or turns our address away. */
export const fewestSilent = 5

/**
 * The number of requests at the end of a scenario to which nothing came: none that began or ended later was answered. A burst may be answered
 * in part, in any order, and a request times out long after those that it was sent with.
 */
export function silentAtEndOf(exchanges: readonly Exchange[]): number {
  const isAnswered = ({ response, failure }: Exchange) => response !== null || failure?.began === true
  const answered = exchanges.filter(isAnswered)
  const [began, ended] = [Math.max(...answered.map(({ startedAt }) => startedAt)), Math.max(...answered.map(endedAt))]
  return exchanges.filter((one) => !isAnswered(one) && one.startedAt >= began && endedAt(one) >= ended).length
}

/** Why a scenario was not run, or null where it was. */
export function leftOut({ skipped, toldMs }: Pick<ScenarioRecord, 'skipped' | 'toldMs'>): Judgement | null {
  if (skipped === null) return null
  if (toldMs === undefined) return notExercised('skipped', {}, { why: skipped })
  return notExercised('longer-than-budget', {}, { wait: seconds(toldMs) })
}

/**
 * O19: whether a scenario sent what was planned, and `recorded` requests reached the recording. Never the service's fault, so never a
 * violation. k6's exit code does not matter. `answers` are those that were kept.
 */
export function judgeDelivered(scenario: ScenarioRecord, recorded: number, answers: readonly LoadAnswer[]): Judgement {
  const { processes, stopped, trials } = scenario
  const why = leftOut(scenario)
  if (why !== null) return why
  for (const process of processes) {
    const judgement = judgeProcess(process, recorded)
    if (judgement !== null) return judgement
  }
  if (scenario.apartMs !== undefined) return inconclusive('not-together', {}, { time: seconds(scenario.apartMs) })
  const requests = counted(recorded, 'request')
  const time = seconds(scenario.durationMs)
  const gaveWay = stopped?.by === 'gave-way' ? gaveWayAt(scenario) : null
  if (gaveWay !== null) return judgeBreakpoint(gaveWay)
  if (stopped !== null) return inconclusive('stopped', {}, { why: stopped.why, time: seconds(stopped.atMs) })
  const sent = processes.reduce((sum, process) => sum + (process.counted?.requests ?? 0), 0)
  if (sent !== recorded) return inconclusive('lost', {}, { recorded, sent: counted(sent, 'request') })
  if (trials?.kind === 'unanswered') return inconclusive('unanswered')
  // Silence at the end is known only where all exchanges are kept.
  const silentAtEnd = scenario.measured === null ? silentAtEndOf(answers) : 0
  if (silentAtEnd >= fewestSilent) return inconclusive('fell-silent', {}, { silent: silentAtEnd, requests })
  if (trials?.kind === 'denied') return notExercised('key-refused')
  return judgeShortfall(scenario, recorded, answers) ?? pass('delivered', {}, { requests, time })
}

function judgeBreakpoint({ ratePerSecond, servedPerSecond, why }: GaveWay): Judgement {
  const served = servedPerSecond === undefined ? '' : `; at most ${servedPerSecond} a second were served`
  return pass('gave-way', {}, { rate: ratePerSecond, why: `${why}${served}` })
}

/**
 * True where the key was refused, so that there was no load. Most answers are 401 (a read may need no key), or all are 401 or 403. A
 * key that may not read everything is no such case: it gets 403, and always from the same operations. An operation that served the
 * key and refused it, with refusals in most answers, means a suspended key or a banned address. Where it served again later, that was
 * a limit with another status, and no matter of the key.
 */
function isDenied({ operations, all }: Measured, answers: readonly LoadAnswer[]): boolean {
  const count = (status: string) => operations.reduce((sum, { statuses }) => sum + (statuses[status] ?? 0), 0)
  const [unauthenticated, forbidden] = [count('401'), count('403')]
  const refused = unauthenticated + forbidden
  const isTurned = operations.some(
    ({ statuses }) => statuses['403'] && Object.keys(statuses).some((status) => /^[23]/.test(status)),
  )
  if (2 * unauthenticated > all.requests || (isTurned && 2 * refused > all.requests && !servedAgain(answers)))
    return true
  return forbidden > 0 && refused === all.requests
}

/** True where an operation that refused the key served it again, after half of the kept refusals had come. */
function servedAgain(answers: readonly LoadAnswer[]): boolean {
  const refusals = answers.filter(({ status }) => isTurnedAway(status ?? 0))
  const turned = new Set(refusals.map(({ operation }) => operation))
  const since = refusals[refusals.length >> 1]?.receivedAt ?? Number.POSITIVE_INFINITY
  return answers.some((one) => (one.status ?? 500) < 400 && turned.has(one.operation) && one.startedAt >= since)
}

/** Why the load of an arrival rate was not delivered; null where it was, and for a scenario without such a rate. */
function judgeShortfall(
  { processes, planned, measured }: ScenarioRecord,
  recorded: number,
  answers: readonly LoadAnswer[],
): Judgement | null {
  if (measured === null) return null
  const { answered, limited } = measured.all
  const dropped = droppedBy({ processes })
  const wanted = planned.requests ?? 0
  if (measured.twice > 0) return inconclusive('taken-twice', {}, { turns: measured.twice })
  if (dropped > 0) {
    // A virtual user that a refusal told to wait does wait, and is missing meanwhile.
    const tells = ({ status, toldMs }: LoadAnswer) => (status ?? 0) >= 400 && (toldMs ?? 0) > 0
    // The log of a pod holds no answers, but counts those that a limit refused.
    const isTold = answers.length === 0 ? limited > 0 : answers.some(tells)
    const what = isTold ? 'for answers, or as refusals had told them' : 'for answers'
    return inconclusive('dropped', {}, { dropped, planned: counted(wanted, 'request'), what })
  }
  // k6 sends up to one request more or less for each process.
  if (recorded + processes.length < wanted) {
    const [words] = processes.map(wordsOf)
    return inconclusive('not-sent', {}, { sent: recorded, planned: counted(wanted, 'request'), words: words ?? '' })
  }
  if (isDenied(measured, answers)) return notExercised('key-refused')
  if (recorded > 0 && answered + limited === 0)
    return inconclusive('nothing-served', {}, { requests: counted(recorded, 'request') })
  return null
}

/**
 * How many requests were under way when the suite ended k6: begun, and neither sent whole nor dropped. k6 breaks off running requests
 * without a word. So the plan tells how many had begun, give or take a few. Absent where nothing tells.
 */
export function cutOff(scenario: ScenarioRecord): Pick<ScenarioResult, 'cutOff'> {
  const { stopped, processes, measured } = scenario
  const planned = plannedLoad(scenario)
  if (stopped === null || measured === null || planned === null) return {}
  const { load, plateau } = planned
  const dropped = processes.map(({ counted }) => counted?.dropped ?? null)
  if (dropped.some((number) => number === null)) return {}
  // The time of the stop counts from the first request. k6 begins it when the plan comes to one request.
  const begun = Math.round(plannedUntil(load, plateau, plannedAt(load, plateau, 1) + stopped.atMs))
  const known = dropped.reduce<number>((sum, number) => sum + (number ?? 0), measured.all.requests)
  return { cutOff: Math.max(0, begun - known) }
}
