import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import { type Judgement, messageOf } from '../evidence/judgement.ts'
import type { LoadResults, ScenarioBefore, ScenarioResult } from '../evidence/load-results.ts'
import { isFailed, isLimited } from './giving-way.ts'
import { judgeCode } from './judges/code.ts'
import { cutOff } from './judges/cut-off.ts'
import { endingOf, judgeDelivered, leftOut } from './judges/delivered.ts'
import { judgeEnvelope } from './judges/envelope.ts'
import { curlLine, loadFinding, waitedLine } from './judges/finding.ts'
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
import { isRateScenario, isScenario, overloads, type RateScenario, type ScenarioName } from './registry.ts'

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
interface Recorded<Name extends ScenarioName = ScenarioName> {
  readonly name: Name
  readonly record: LoadRecord
  readonly scenario: ScenarioRecord
  readonly answers: readonly LoadAnswer[]
  readonly past: readonly PastScenario[]
}

interface JudgedScenario {
  readonly findings: readonly Finding[]
  readonly result: ScenarioResult
  readonly limits: LoadResults['limits']
}

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
    const recorded = { record, scenario, answers: loadAnswers(name, exchanges, codeOf), past }
    return [isRateScenario(name) ? judgeReads({ ...recorded, name }) : judgeLimits({ ...recorded, name })]
  })
  return {
    findings: judged.flatMap(({ findings }) => findings),
    results: { scenarios: judged.map(({ result }) => result), limits: judged.flatMap(({ limits }) => limits) },
  }
}

/** The findings on the limit, and the result that describes it. */
function judgeLimits(recorded: Recorded): JudgedScenario {
  const { name, record, scenario, answers } = recorded
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
  const line = view.own.length === 0 ? null : curlLine(record, operation, 64)
  const waited = waitedLine(record, operation, trialsOf(view))
  const lineOf = (check: string) => (check === 'limits.recovers' && line !== null ? waited : line)
  const statuses = answers.map(({ status }) => status ?? 0)
  const limited = statuses.filter(isLimited).length
  const failed = statuses.filter(isFailed).length
  const delivered = delivery(recorded, statuses.length)
  const result = resultOf(recorded, delivered, {
    sent: statuses.length,
    limited,
    failed,
    answered: statuses.length - limited - failed,
    dropped: 0,
    latencyMs: null,
    products: {},
    thresholds: [],
  })
  return {
    findings: [
      ...judged.map(([check, sub, judgement]) => loadFinding({ check, sub, operation }, judgement, lineOf(check))),
      deliveredFinding(name, delivered),
    ],
    result,
    limits: [limitResult(view, isolation, record.trace)],
  }
}

/** Judges a scenario with an arrival rate: its operations, its products against the thresholds, and its load as a whole. */
function judgeReads(recorded: Recorded<RateScenario>): JudgedScenario {
  const { name, record, scenario, answers } = recorded
  const { measured } = scenario
  const { requests = 0, answered = 0, limited = 0, failed = 0, latencyMs = null } = measured?.all ?? {}
  const delivered = delivery(recorded, requests)
  const tallies = new Map(measured?.operations.map((tally) => [tally.operation, tally]))
  const ofOperations = record.reads.flatMap((operation) => {
    const asked = {
      tally: tallies.get(operation.id),
      kept: answers.filter((answer) => answer.operation === operation.id),
      isOverload: overloads(name),
    }
    const line = asked.tally === undefined ? null : curlLine(record, operation, 1)
    const place = { sub: name, operation }
    return [
      loadFinding({ check: 'errors.server-error', ...place }, leftOut(scenario) ?? judgeServerErrorAtRate(asked), line),
      loadFinding({ check: 'http.completes', ...place }, leftOut(scenario) ?? judgeCompletesAtRate(asked), line),
    ]
  })
  const thresholds = record.thresholds
    .filter((threshold) => threshold.scenario === name)
    .map((threshold) => ({ threshold, ...judgeThreshold(threshold, measured, delivered.verdict === 'pass') }))
  const ofThresholds = thresholds.map(({ threshold: { product, metric }, judgement }) =>
    loadFinding(
      { check: 'load.threshold', sub: `${name}.${product}.${metric}`, operation: null },
      judgement,
      null,
      product === '*' ? null : product,
    ),
  )
  const asked = Object.entries(measured?.products ?? {}).filter(([, group]) => group.requests > 0)
  const result = resultOf(recorded, delivered, {
    sent: requests,
    answered,
    limited,
    failed,
    latencyMs,
    dropped: droppedBy(scenario),
    products: Object.fromEntries(asked.map(([product, { answered: _, ...group }]) => [product, group])),
    thresholds: thresholds.map((one) => one.result),
  })
  return {
    findings: [...ofOperations, deliveredFinding(name, delivered), ...ofThresholds],
    result,
    limits: [],
  }
}

function deliveredFinding(name: ScenarioName, delivered: Judgement): Finding {
  return loadFinding({ check: 'load.delivered', sub: name, operation: null }, delivered, null)
}

function delivery({ scenario, answers }: Recorded, requests: number): Judgement {
  return judgeDelivered(scenario, requests, endingOf(scenario, answers))
}

type Counts = Pick<
  ScenarioResult,
  'sent' | 'answered' | 'limited' | 'failed' | 'dropped' | 'latencyMs' | 'products' | 'thresholds'
>

function resultOf({ name, scenario, past }: Recorded, delivered: Judgement, counts: Counts): ScenarioResult {
  const { planned, durationMs, waitedMs, k6Version } = scenario
  const slowed = scenario.apartMs === undefined ? scenario.measured && slowedDown(scenario.measured) : null
  const before = past.findLast(
    (one) => one.name === name && one.ratePerSecond === planned.ratePerSecond && Object.keys(one.latencyMs).length > 0,
  )
  return {
    name,
    verdict: delivered.verdict,
    why: messageOf(delivered),
    planned,
    ...counts,
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
