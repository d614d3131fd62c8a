import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import { type Judgement, messageOf } from '../evidence/judgement.ts'
import type { Group, LoadResults, ScenarioBefore, ScenarioResult } from '../evidence/load-results.ts'
import { isFailed, isLimited } from './giving-way.ts'
import { judgeCode } from './judges/code.ts'
import { cutOff, judgeDelivered, leftOut } from './judges/delivered.ts'
import { judgeEnvelope } from './judges/envelope.ts'
import { curlToLoad, loadFinding, waitedLine } from './judges/finding.ts'
import { gaveWayAt } from './judges/gave-way.ts'
import { judgeIsolation } from './judges/isolation.ts'
import { limitResult } from './judges/limit-result.ts'
import { limitView } from './judges/limit-view.ts'
import { type CodeOf, type LoadAnswer, loadAnswers } from './judges/load-answer.ts'
import { judgeCompletesAtRate, judgeServerErrorAtRate } from './judges/rate.ts'
import { judgeRecovery, trialsOf } from './judges/recovery.ts'
import { judgeRetryAfter } from './judges/retry-after.ts'
import { slowedDown } from './judges/slowed.ts'
import { judgeCompletes, judgeServerError } from './judges/standing.ts'
import { judgeThreshold } from './judges/threshold.ts'
import { droppedBy, type LoadRecord, type ScenarioRecord } from './record.ts'
import { isRateScenario, isScenario, overloads, type ScenarioName } from './registry.ts'
import { everyProduct } from './thresholds.ts'

/** All that judging gives: exactly one finding per planned check, sub-id and operation. */
export interface LoadJudgement {
  readonly findings: readonly Finding[]
  readonly results: LoadResults
}

/** A scenario of an earlier run, for comparison. In a list the newest run is the last. */
export interface PastScenario extends ScenarioBefore {
  readonly name: string
}

/** All that the judge of a scenario reads. */
interface Recorded {
  readonly name: ScenarioName
  readonly record: LoadRecord
  readonly scenario: ScenarioRecord
  readonly answers: readonly LoadAnswer[]
  readonly past: readonly PastScenario[]
}

type Judged = Pick<LoadJudgement, 'findings'> & Pick<LoadResults, 'limits'>

/**
 * Judges a load recording (O14 to O17, O19), scenario by scenario. Pure: the same recording gives the same findings. `past`: the same
 * scenarios in earlier runs on this target, oldest first.
 */
export function judgeLoad(
  record: LoadRecord,
  exchanges: readonly Exchange[],
  codeOf: CodeOf,
  past: readonly PastScenario[] = [],
): LoadJudgement {
  const judged = record.scenarios.flatMap((scenario) => {
    const { name } = scenario
    if (!isScenario(name)) return []
    return [judgeScenario({ name, record, scenario, answers: loadAnswers(name, exchanges, codeOf), past })]
  })
  return {
    findings: judged.flatMap(({ findings }) => findings),
    results: { scenarios: judged.map(({ result }) => result), limits: judged.flatMap(({ limits }) => limits) },
  }
}

/** Judges what a scenario asked, its load as a whole, and the thresholds that it has. */
function judgeScenario(recorded: Recorded): Judged & { readonly result: ScenarioResult } {
  const { name, record, scenario, answers } = recorded
  const { measured } = scenario
  const all = measured?.all ?? countsOf(answers)
  const delivered = judgeDelivered(scenario, all.requests, answers)
  const thresholds = record.thresholds
    .filter((threshold) => threshold.scenario === name)
    .map((threshold) => judgeThreshold(threshold, measured, delivered.verdict === 'pass'))
  const { findings, limits } = isRateScenario(name) ? judgeReads(recorded) : judgeLimits(recorded)
  return {
    findings: [
      ...findings,
      loadFinding({ check: 'load.delivered', sub: name, operation: null }, delivered, null),
      ...thresholds.map(({ judgement, result: { product, metric } }) => {
        const place = { check: 'load.threshold', sub: `${name}.${product}.${metric}`, operation: null } as const
        return loadFinding(place, judgement, null, product === everyProduct ? null : product)
      }),
    ],
    result: resultOf(recorded, all, delivered, thresholds),
    limits,
  }
}

/** The counts of a scenario of which every exchange is kept. */
function countsOf(answers: readonly LoadAnswer[]): Group {
  const statuses = answers.map(({ status }) => status ?? 0)
  const [limited, failed] = [statuses.filter(isLimited).length, statuses.filter(isFailed).length]
  const requests = statuses.length
  return { requests, answered: requests - limited - failed, limited, failed, latencyMs: null }
}

/** The findings on the limit, and the result that describes it. */
function judgeLimits({ name, record, scenario, answers }: Recorded): Judged {
  const view = limitView(record, scenario, answers)
  const operation = record.limited
  const isolation = judgeIsolation(view)
  const judged = [
    ['limits.code', null, judgeCode(view)],
    ['limits.retry-after', null, judgeRetryAfter(view)],
    ['limits.recovers', null, judgeRecovery(view)],
    ['limits.isolation', null, isolation],
    ['errors.server-error', name, judgeServerError(view)],
    ['http.completes', name, judgeCompletes(view)],
    ...(operation.shown ? [['envelope.schema', name, judgeEnvelope(view)] as const] : []),
  ] as const
  const line = view.own.length === 0 ? null : curlToLoad(record, operation, 64)
  const waited = waitedLine(record, operation, trialsOf(view))
  const lineOf = (check: string) => (check === 'limits.recovers' && line !== null ? waited : line)
  return {
    findings: judged.map(([check, sub, judgement]) => loadFinding({ check, sub, operation }, judgement, lineOf(check))),
    limits: [limitResult(view, isolation, record.trace)],
  }
}

/** The findings on the operations of a scenario with an arrival rate. */
function judgeReads({ name, record, scenario, answers }: Recorded): Judged {
  const tallies = new Map(scenario.measured?.operations.map((tally) => [tally.operation, tally]))
  const findings = record.reads.flatMap((operation) => {
    const asked = {
      tally: tallies.get(operation.id),
      kept: answers.filter((answer) => answer.operation === operation.id),
      isOverload: overloads(name),
    }
    const line = asked.tally === undefined ? null : curlToLoad(record, operation, 1)
    const place = { sub: name, operation }
    return [
      loadFinding({ check: 'errors.server-error', ...place }, leftOut(scenario) ?? judgeServerErrorAtRate(asked), line),
      loadFinding({ check: 'http.completes', ...place }, leftOut(scenario) ?? judgeCompletesAtRate(asked), line),
    ]
  })
  return { findings, limits: [] }
}

function resultOf(
  { name, scenario, past }: Recorded,
  { requests, ...counts }: Group,
  delivered: Judgement,
  thresholds: readonly ReturnType<typeof judgeThreshold>[],
): ScenarioResult {
  const { planned, durationMs, waitedMs, k6Version, measured } = scenario
  const slowed = scenario.apartMs === undefined ? measured && slowedDown(measured) : null
  const before = past.findLast(
    (one) => one.name === name && one.ratePerSecond === planned.ratePerSecond && Object.keys(one.latencyMs).length > 0,
  )
  const asked = Object.entries(measured?.products ?? {}).filter(([, group]) => group.requests > 0)
  return {
    name,
    verdict: delivered.verdict,
    why: messageOf(delivered),
    planned,
    sent: requests,
    ...counts,
    dropped: droppedBy(scenario),
    products: Object.fromEntries(asked.map(([product, { answered: _, ...group }]) => [product, group])),
    thresholds: thresholds.map(({ result }) => result),
    ...cutOff(scenario),
    processes: scenario.processes.length,
    gaveWay: gaveWayAt(scenario),
    ...(slowed === null ? {} : { slowed }),
    ...(before === undefined
      ? {}
      : { before: { run: before.run, ratePerSecond: before.ratePerSecond, latencyMs: before.latencyMs } }),
    durationMs,
    ...(waitedMs === undefined ? {} : { waitedMs }),
    k6Version,
  }
}
