import { sleep } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import { Rate } from 'k6/metrics'
import type { Options } from 'k6/options'
import type { RateEnd } from '../../ends.ts'
import { givesWay, isFailed, isLimited, tooMany } from '../../giving-way.ts'
import { arrivalRate, type RateScenario, scenario } from '../../registry.ts'
import { k6ArrivalRate, plannedRate } from '../../stages.ts'
import { type K6Threshold, k6Thresholds } from '../../thresholds.ts'
import { type Begin, type RateOrder, variables } from '../../wire.ts'
import { asking } from './asking.ts'
import { emit } from './console.ts'
import type { GivenOrder } from './recording.ts'
import { baseUrl, commonOptions, once, readOrder, setting } from './settings.ts'
import { gaveWay, limitedCount, type Summary, summaryText } from './summary.ts'

/**
 * Read where nobody gave an order. It brings the whole catalogue, of which each virtual user would hold a copy: an import is
 * read always, k6's `require` when it is called.
 */
type OfUser = typeof import('./order-of-user.ts')
declare const require: (file: string) => OfUser
const ofUser = setting(variables.order) === null ? require(import.meta.resolve('./order-of-user.ts')) : null

/** What the last requests are given beyond their own time, so that none is cut off that would get no answer. Milliseconds. */
const graceMs = 500

/** What a script with an arrival rate exports: k6's own names. */
interface ArrivalRateScript {
  readonly options: Options
  readonly setup: () => void
  /** One iteration, one request: the turn of one read. */
  readonly ask: () => void
  readonly handleSummary: (summary: Summary) => Record<string, string>
}

/** The order, as one or none. */
function givenOrder(): readonly GivenOrder[] {
  const order = readOrder<RateOrder>()
  if (order === null) return []
  const { targets: _, about: __, ...rest } = order
  return [rest]
}

/** A threshold that ends the test. */
const endingAt = (share: number): K6Threshold => ({
  threshold: `rate<=${share}`,
  abortOnFail: true,
  delayAbortEval: '5s',
})

/** The thresholds of the team as k6's own; and, where nobody else watches, the one that ends what fails or is looked for. */
function thresholdsOf(
  { thresholds }: Pick<RateOrder, 'thresholds'>,
  { isGuarded, endsThere }: Readonly<Record<'isGuarded' | 'endsThere', boolean>>,
) {
  const rows: Record<string, (string | K6Threshold)[]> = k6Thresholds(thresholds)
  if (isGuarded) return rows
  if (endsThere) return { ...rows, ...limitedCount, [gaveWay]: [endingAt(givesWay)] }
  return { ...rows, ...limitedCount, http_req_failed: [...(rows['http_req_failed'] ?? []), endingAt(tooMany)] }
}

/** Which part of the test this process does, in k6's notation. */
function segment(): Pick<Begin, 'segment' | 'sequence'> {
  const { executionSegment, executionSegmentSequence } = exec.test.options
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value))
  return { segment: text(executionSegment), sequence: text(executionSegmentSequence) }
}

/** Builds a scenario of k6's open model: its row says how, its order or the user's environment how fast and for how long. */
export function arrivalRateScript(name: RateScenario): ArrivalRateScript {
  const load = arrivalRate(name)
  if (load === null) throw new Error(`${name} has no arrival rate`)
  const given = once('order', givenOrder)[0] ?? null
  const order = given ?? (ofUser as OfUser).orderOfUser(name)
  const targets = once('targets', () => readOrder<RateOrder>()?.targets ?? (ofUser as OfUser).targetsOfUser())
  const count = targets.length
  const executor = k6ArrivalRate(load, order.plateau)
  http.setResponseCallback(http.expectedStatuses({ min: 100, max: 499 }))

  // Under the suite Node ends what fails; nobody else watches a script that runs alone.
  const isGuarded = given !== null && given.keepEvery !== null
  const endsThere = scenario(name).givesWay === 'ends'
  const unserved = endsThere && !isGuarded ? new Rate(gaveWay) : null
  const answered = unserved && ((status: number) => unserved.add(isFailed(status) || isLimited(status)))
  const ask = asking({ name, given, targets, plateau: order.plateau, timeoutMs: order.timeoutMs, answered })
  return {
    options: {
      ...commonOptions(),
      scenarios: { [name]: { ...executor, gracefulStop: `${order.timeoutMs + graceMs}ms` } },
      thresholds: thresholdsOf(order, { isGuarded, endsThere }),
    },
    setup() {
      baseUrl()
      if (given === null && load.ratePerSecond === null && setting(variables.rate) === null)
        throw new Error(`RATE is not set: ${name} has no usual one`)
      if (count === 0) throw new Error('there is no read to ask')
      const whole = readOrder<RateOrder>()
      if (whole?.keepEvery === null) emit({ kind: 'begin', begin: { order: whole, baseUrl: baseUrl(), ...segment() } })
      if (order.startAt !== null) sleep(Math.max(0, (order.startAt - Date.now()) / 1000))
    },
    ask,
    handleSummary(summary) {
      if (given === null)
        return { stdout: summaryText(name, summary, (atMs) => plannedRate(load, order.plateau, atMs)) }
      const counted = (metric: string) => summary.metrics[metric]?.values['count'] ?? 0
      const end: RateEnd = {
        requests: counted('http_reqs'),
        iterations: counted('iterations'),
        dropped: counted('dropped_iterations'),
      }
      // After all that was printed before it, on the same way.
      emit({ kind: 'done', end })
      return {}
    },
  }
}
