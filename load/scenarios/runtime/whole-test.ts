import { sleep } from 'k6'
import exec from 'k6/execution'
import type { Options } from 'k6/options'
import { toleratedShare, tooMany } from '../../giving-way.ts'
import { type ArrivalRate, arrivalRate, placeOf, type RateScenario, scenario } from '../../registry.ts'
import { isTooShort, k6ArrivalRate, type Plateau, plannedRate, plannedRequests } from '../../stages.ts'
import type { Target } from '../../targets.ts'
import { type K6Threshold, k6Thresholds } from '../../thresholds.ts'
import { type Begin, type RateEnd, type RateOrder, variables } from '../../wire.ts'
import { emit } from './recording.ts'
import { baseUrl, checkBaseUrl, checkKey, commonOptions, headersFor, pathOf, readOrder, setting } from './settings.ts'
import { type CountedShare, countedApart, droppedOf, gaveWay, type Summary, summaryText } from './summary.ts'

/** Read only where there is no order, since it holds the whole catalogue. k6 reads an import always, a `require` when called. */
type OfUser = typeof import('./order-of-user.ts')
declare const require: (file: string) => OfUser

/** Time for the last requests beyond their time limit, so that none is cut off that would get no answer. Milliseconds. */
const graceMs = 500

/** A threshold that ends the test. */
const ending = (threshold: string): K6Threshold => ({ threshold, abortOnFail: true, delayAbortEval: '5s' })

/** By these, a k6 user's run fails that served nothing, or whose key was mostly refused: it was load on nothing. */
const isLoad = { served: ['rate>0'], key_refused: ['rate<=0.5'] }

/** The team's thresholds in k6's form. Where nobody else watches, others end a failing test, or a breakpoint that was found. */
function thresholdsOf(
  name: RateScenario,
  { thresholds }: Pick<RateOrder, 'thresholds'>,
  planned: number,
  { isOfUser, isGuarded, endsThere }: Readonly<Record<'isOfUser' | 'isGuarded' | 'endsThere', boolean>>,
) {
  const own: Record<string, (string | K6Threshold)[]> = k6Thresholds(thresholds)
  if (isGuarded) return own
  const rows = { ...own, ...countedApart, ...(isOfUser ? isLoad : {}) }
  if (!endsThere) return { ...rows, http_req_failed: [...(own['http_req_failed'] ?? []), ending(`rate<=${tooMany}`)] }
  // Virtual users that wait as they were told send nothing, and no answer tells of it. A pod does not know its part of the plan.
  const dropped = isOfUser ? { [droppedOf(name)]: [ending(`count<=${Math.ceil(toleratedShare * planned)}`)] } : {}
  return { ...rows, ...dropped, [gaveWay]: [ending(`rate<=${toleratedShare}`)] }
}

/** The part of the test that this process does, in k6's notation. */
function segment(): Pick<Begin, 'segment' | 'sequence'> {
  const { executionSegment, executionSegmentSequence } = exec.test.options
  const text = (value: unknown) => (value === undefined || value === null ? null : String(value))
  return { segment: text(executionSegment), sequence: text(executionSegmentSequence) }
}

/** The reads in the form for virtual users. Lists of plain values: an object for each read would take most of their memory. */
function readsOf(targets: readonly Target[]) {
  const others = targets.flatMap(({ method, body }, at) => (method === 'GET' ? [] : [[at, { method, body }] as const]))
  return {
    urls: targets.map(({ path }) => baseUrl() + path),
    /** The reads that are no plain GET, by their place in the lists; null where there are none. */
    others: others.length === 0 ? null : Object.fromEntries(others),
    names: targets.map(({ id }) => id),
    products: targets.map(({ product }) => product),
  }
}

/** Throws where k6 runs an archive that was made for another load: its options do not change any more, whatever `RATE` and `DURATION` say. */
function checkShape(name: RateScenario, shape: Readonly<Record<string, string>>): void {
  const env = exec.test.options.scenarios?.[name]?.env ?? {}
  const other = Object.keys(env).find((variable) => variable in shape && env[variable] !== shape[variable])
  if (other === undefined) return
  const words = `this archive was made for ${other}=${env[other]}, which does not change any more`
  throw new Error(`${words}: make it anew by k6 archive -e ${other}=${shape[other]}`)
}

/** Throws where not one request is planned: k6 would send nothing and call that a success. */
function checkAmount(load: ArrivalRate, plateau: Plateau): void {
  if (!isTooShort(load, plateau)) return
  const words = `RATE=${plateau.ratePerSecond} for DURATION=${plateau.durationMs / 1000}`
  throw new Error(`${words}, ramps included, is less than one request: raise one of them`)
}

/** What each virtual user knows of the test, and no more: there are many virtual users, and each holds a copy. */
export type Told = ReturnType<typeof wholeTest>['told']

type Order = ReturnType<OfUser['orderOfUser']>

function toldOf(
  name: RateScenario,
  given: RateOrder | null,
  { plateau, timeoutMs }: Order,
  targets: readonly Target[],
) {
  const traceId = setting(variables.traceId)
  const userAgent = given?.userAgent ?? null
  return {
    reads: readsOf(targets),
    plateau,
    timeoutMs,
    /** The headers of every request, secrets included: without a body, and with one. */
    headers: {
      bodiless: headersFor(variables.key, userAgent, null),
      withBody: headersFor(variables.key, userAgent, '{}'),
    },
    /** For the W3C `traceparent` of each request: the run's trace id, and the scenario's place in the registry, from 1. Null for none. */
    trace: traceId === null ? null : { id: traceId, place: placeOf(name) },
    /** Null for a k6 user, who gets no lines for Node. */
    recorded: given && { keepEvery: given.keepEvery, pathAt: baseUrl().length - pathOf(baseUrl()).length },
  }
}

/** The whole test, except what a virtual user does. The order or the user's environment says how fast and for how long. */
export function wholeTest(name: RateScenario) {
  const load = arrivalRate(name)
  const given = readOrder<RateOrder>()
  const ofUser = given === null ? require(import.meta.resolve('./order-of-user.ts')) : null
  const order: Order = given ?? (ofUser as OfUser).orderOfUser(name)
  const targets = given?.targets ?? (ofUser as OfUser).targetsOfUser()
  // Under the suite, Node ends a failing test. Nobody else watches a script that runs alone.
  const isGuarded = given !== null && given.keepEvery !== null
  const endsThere = scenario(name).givesWay === 'ends'
  const ends: readonly CountedShare[] = endsThere && !isGuarded ? [gaveWay] : []
  const shares: readonly CountedShare[] = given === null ? [...ends, 'served', 'key_refused'] : ends
  const { plateau, timeoutMs, startAt } = order
  const shape = {
    [variables.rate]: String(plateau.ratePerSecond),
    [variables.duration]: String(plateau.durationMs / 1000),
  }
  /** False where a user's own `--vus` or `--stage` took the scenario's place. */
  const isAsPlanned = () => exec.test.options.scenarios?.[name] !== undefined
  // An archive keeps these, so that a user's words of a later day can be held against them.
  const env = given === null ? { env: shape } : {}
  return {
    told: { ...toldOf(name, given, order, targets), shares },
    options: {
      ...commonOptions(),
      scenarios: { [name]: { ...k6ArrivalRate(load, plateau), gracefulStop: `${timeoutMs + graceMs}ms`, ...env } },
      thresholds: thresholdsOf(name, order, plannedRequests(load, plateau), {
        isOfUser: given === null,
        isGuarded,
        endsThere,
      }),
    } satisfies Options,
    setup() {
      checkBaseUrl()
      if (given === null && load.ratePerSecond === null && setting(variables.rate) === null)
        throw new Error(`RATE is not set, and ${name} has no usual one: add -e RATE=20, requests a second`)
      if (given === null) {
        checkKey()
        checkShape(name, shape)
        if (isAsPlanned()) checkAmount(load, plateau)
      }
      if (targets.length === 0) throw new Error('there is no read to ask')
      if (given?.keepEvery === null) emit({ kind: 'begin', begin: { order: given, baseUrl: baseUrl(), ...segment() } })
      if (startAt !== null) sleep(Math.max(0, (startAt - Date.now()) / 1000))
    },
    handleSummary(summary: Summary): Record<string, string> {
      if (given === null) {
        const rateAt = (atMs: number) => (isAsPlanned() ? plannedRate(load, plateau, atMs) : null)
        return { stdout: summaryText(name, summary, rateAt) }
      }
      const counted = (metric: string) => summary.metrics[metric]?.values['count'] ?? 0
      const end: RateEnd = { requests: counted('http_reqs'), dropped: counted('dropped_iterations') }
      // This line comes after all others, since it takes the same way as they do.
      emit({ kind: 'done', end })
      return {}
    },
  }
}
