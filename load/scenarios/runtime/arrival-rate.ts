import { sleep } from 'k6'
import { SharedArray } from 'k6/data'
import exec from 'k6/execution'
import http from 'k6/http'
import type { RateScenario } from '../../registry.ts'
import { cutShort, isCutOff, print, type Response, recording, retryAfterMs, traceparent } from './recording.ts'
import type { Told } from './whole-test.ts'

/**
 * k6 reads a `require` when it is called, and an import always. Only where `__VU` is 0 does k6 need the whole test: there it asks for
 * options, sets up and sums up. With an import, each virtual user would hold the whole test too.
 */
declare const require: (file: string) => typeof import('./whole-test.ts') & typeof import('./shares.ts')
type WholeTest = ReturnType<ReturnType<typeof require>['wholeTest']>

/** What a script with an arrival rate exports, under k6's own names. Virtual users only have `ask`. */
type ArrivalRateScript = Partial<Pick<WholeTest, 'setup' | 'handleSummary'>> & {
  /** Empty for virtual users. A script of a user's own that takes them over reads them there too. */
  readonly options: Partial<WholeTest['options']>
  /** One iteration: sends one request, to the read whose turn it is. */
  readonly ask: () => void
}

/**
 * Builds a scenario of k6's ramping-arrival-rate, one request an iteration. Its row in load/registry.ts has the stages. The order or
 * the user says how fast and for how long: `RATE` is requests a second at the plateau, `DURATION` seconds, ramps included. The reads
 * are those of the catalogue; `LOAD_OPERATIONS` adds some.
 */
export function arrivalRateScript(name: RateScenario): ArrivalRateScript {
  const test = __VU === 0 ? require(import.meta.resolve('./whole-test.ts')).wholeTest(name) : null
  // Made once, at `__VU` 0; all virtual users read it. It is a text, since k6 freezes other shared values, which are slow to read.
  const text = new SharedArray('told', () => (test === null ? [] : [JSON.stringify(test.told)]))[0]
  if (text === undefined) throw new Error('k6 made a virtual user before it read the test')
  const told = JSON.parse(text) as Told
  http.setResponseCallback(http.expectedStatuses({ min: 100, max: 499 }))
  const answered =
    told.shares.length === 0 ? null : require(import.meta.resolve('./shares.ts')).countShares(told.shares)
  const ask = asking({ name, told, answered })
  if (test === null) return { options: {}, ask }
  const { options, setup, handleSummary } = test
  return { options, setup, handleSummary, ask }
}

/** About so many lines a second tell their time at the plateau: one in so many turns of each virtual user. */
const timedInASecond = 20

/** One in so many of these lines also pushes out what k6 holds back. So Node learns of all requests within a fifth of a second. */
const timedForAll = 4

/** What `http.request` takes beside method, address and body. */
interface Params {
  headers: Readonly<Record<string, string>>
  readonly tags: Record<'name' | 'product', string>
  readonly timeout: number
  responseType: 'none' | 'binary'
}

const plainGet = { method: 'GET', body: null }

/** What a virtual user needs for its requests. */
interface Asking {
  readonly name: RateScenario
  readonly told: Told
  /** Gets the status of each answer, 0 for no whole answer. Null where no metric needs it. */
  readonly answered: ((status: number) => void) | null
}

/**
 * Makes the function of one iteration: one request to the read whose turn it is. Its work for each request is the cost of recording
 * (`npm run bench:load`). Each call of a function costs, ours too: k6 begins each iteration with an empty stack, which then has to
 * grow. Each reading of a member that k6 wrote in Go makes a new value. So the usual case stands here in full, in one function.
 */
function asking({ name, told, answered }: Asking): () => void {
  const { plateau, recorded, trace, headers, timeoutMs } = told
  const { urls, others, names, products } = told.reads
  const { request } = http
  const { now } = Date
  // Each use of an import fetches it anew, so these are fetched once.
  const log = print
  const tags = { name: '', product: '' }
  // All requests of a virtual user share these objects, since it sends one at a time.
  const bodiless: Params = { headers: headers.bodiless, tags, timeout: timeoutMs, responseType: 'none' }
  const withBody: Params = { ...bodiless, headers: headers.withBody }
  const count = urls.length
  const recorder = recorded && recording(name, recorded)
  /** A turn that this number divides is kept, whatever its answer, and so is the first turn of each read; 0 for no kept turns. */
  const keepEvery = recorded?.keepEvery ?? 0
  const tellsEvery = Math.max(1, Math.round(plateau.ratePerSecond / timedInASecond))
  const takesAllEvery = timedForAll * tellsEvery
  let running: typeof exec.scenario | null = null
  let endsAt = 0
  let isFirst = true
  // Counts the turns of this virtual user. The test's turns will not do: one of several processes may see odd ones alone.
  let nth = __VU

  return () => {
    if (running === null) {
      running = exec.scenario
      // Somebody's own `--vus` or `--stage` takes the scenario's place, and lasts for a time that no script knows.
      endsAt = running.name === name ? running.startTime + plateau.durationMs : 0
    }
    nth += 1
    const turn = running.iterationInTest
    const at = turn % count
    const url = urls[at] as string
    const { method, body } = others?.[at] ?? plainGet
    const own = body === null ? bodiless : withBody
    tags.name = names[at] as string
    tags.product = products[at] as string
    if (trace !== null) own.headers = { ...own.headers, traceparent: traceparent(trace.id, trace.place, turn + 1) }
    const isSample = keepEvery !== 0 && (turn < count || turn % keepEvery === 0)
    // The body of an answer is read only where it may be evidence, since reading costs time.
    if (isSample) own.responseType = 'binary'
    const startedAt = now()
    const response = request(method as 'GET', url, body, own) as Response
    const said = response.status
    if (isSample) own.responseType = 'none'
    if (said === 0 && isCutOff(response)) return
    // k6 finds an unreadable body only where it reads the body.
    const status = isSample && response.error_code === cutShort ? 0 : said
    if (answered !== null) answered(status)
    if (recorder !== null) {
      if (isSample || (status !== 200 && status !== recorder.spent && recorder.isEvidence(status)))
        recorder.whole({ turn, operation: tags.name, method, url, body, headers: own.headers, startedAt }, response)
      else if (isFirst || nth % tellsEvery === 0) {
        isFirst = false
        recorder.timed({ turn, status, durationMs: response.timings.duration, startedAt }, nth % takesAllEvery === 0)
      } else log(`r ${turn} ${status} ${response.timings.duration}`)
    }
    if (said >= 400) keepWait(response, startedAt < endsAt ? endsAt : startedAt + dayMs)
  }
}

/** The longest wait that is kept where the scenario goes on beyond its plan. k6 ends it sooner; it reads a much longer sleep as none. */
const dayMs = 86_400_000

/** Waits where a refusal of any status told the client to wait (§8.2). Meanwhile another virtual user takes its requests, or k6 drops them. */
function keepWait(response: Response, endsAt: number): void {
  const receivedAt = Date.now()
  const leftMs = endsAt - receivedAt
  if (leftMs <= 0) return
  const waitMs = retryAfterMs(response, receivedAt)
  if (waitMs !== null && waitMs > 0) sleep(Math.min(waitMs, leftMs) / 1000)
}
