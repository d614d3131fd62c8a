import { sleep } from 'k6'
import { SharedArray } from 'k6/data'
import exec from 'k6/execution'
import http from 'k6/http'
import type { RateScenario } from '../../registry.ts'
import { cutShort, isCutOff, print, type Response, recording, retryAfterMs, traceparent } from './recording.ts'
import type { Told } from './told.ts'

/**
 * What is read by `require` is read when it is called, an import always. All of the test but what a virtual user does is needed
 * where `__VU` is 0 alone: there k6 asks for options, sets up and sums up. Each virtual user would hold it too.
 */
declare const require: (file: string) => typeof import('./whole-test.ts') & typeof import('./unserved.ts')
type WholeTest = ReturnType<ReturnType<typeof require>['wholeTest']>

/** What a script with an arrival rate exports: k6's own names, of which virtual users have the last. */
type ArrivalRateScript = Partial<Pick<WholeTest, 'options' | 'setup' | 'handleSummary'>> & {
  /** One iteration, one request: the turn of one read. */
  readonly ask: () => void
}

/**
 * Builds a scenario of k6's ramping-arrival-rate, one request an iteration. Its row in load/registry.ts has the stages; how fast and
 * for how long, its order says or the user: `RATE` is requests a second at the plateau, `DURATION` seconds, ramps included. The reads
 * are those of the catalogue, `LOAD_OPERATIONS` adds some.
 */
export function arrivalRateScript(name: RateScenario): ArrivalRateScript {
  const test = __VU === 0 ? require(import.meta.resolve('./whole-test.ts')).wholeTest(name) : null
  // Made where the test is known; all others find them made. A text, since k6 freezes what else it shares: that is slow to read.
  const text = new SharedArray('told', () => (test === null ? [] : [JSON.stringify(test.told)]))[0]
  if (text === undefined) throw new Error('k6 made a virtual user before it read the test')
  const told = JSON.parse(text) as Told
  http.setResponseCallback(http.expectedStatuses({ min: 100, max: 499 }))
  const answered =
    told.unserved === null ? null : require(import.meta.resolve('./unserved.ts')).countUnserved(told.unserved)
  const ask = asking({ name, told, answered })
  if (test === null) return { ask }
  const { options, setup, handleSummary } = test
  return { options, setup, handleSummary, ask }
}

/** At the plateau a line tells its time so often in a second, by every so manieth turn of each virtual user. */
const timedInASecond = 20

/** Every so manieth of those takes with it what k6 holds back: Node learns of all within a fifth of a second. */
const timedForAll = 4

/** What k6 takes beside method, address and body. */
interface Params {
  headers: Readonly<Record<string, string>>
  readonly tags: Record<'name' | 'product', string>
  readonly timeout: number
  responseType: 'none' | 'binary'
}

const plainGet = { method: 'GET', body: null }

/** What a virtual user needs to ask. */
interface Asking {
  readonly name: RateScenario
  readonly told: Told
  /** Gets the status of each answer, 0 for none that is whole; null where nobody asks for it. */
  readonly answered: ((status: number) => void) | null
}

/**
 * Makes what one iteration does: it asks the read whose turn it is, once. What is done for each request is what recording costs
 * (`npm run bench:load`): each call of a function counts, also one of ours, since k6 begins each iteration with an empty stack
 * and lets it grow; and reading a member of what k6 wrote in Go makes a new value each time. So what is usual stands here in
 * full, in one function.
 */
function asking({ name, told, answered }: Asking): () => void {
  const { plateau, recorded, trace, headers, timeoutMs } = told
  const { urls, others, names, products } = told.reads
  const { request } = http
  const { now } = Date
  // What was imported is fetched anew at each use.
  const log = print
  const tags = { name: '', product: '' }
  // Shared by all reads with such headers: a virtual user sends one at a time.
  const bodiless: Params = { headers: headers.bodiless, tags, timeout: timeoutMs, responseType: 'none' }
  const withBody: Params = { ...bodiless, headers: headers.withBody }
  const count = urls.length
  const recorder = recorded && recording(name, recorded)
  /** Every so manieth turn is kept, whatever is answered, and the first of each read; 0 for none. */
  const keepEvery = recorded?.keepEvery ?? 0
  const tellsEvery = Math.max(1, Math.round(plateau.ratePerSecond / timedInASecond))
  const takesAllEvery = timedForAll * tellsEvery
  let running: typeof exec.scenario | null = null
  let endsAt = 0
  let isFirst = true
  // Its own turns, and not those of the test: of one of several processes all may be odd. Each begins elsewhere.
  let nth = __VU

  return () => {
    if (running === null) {
      running = exec.scenario
      endsAt = running.startTime + plateau.durationMs
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
    // The body of an answer is read where it may be evidence: that costs.
    if (isSample) own.responseType = 'binary'
    const startedAt = now()
    const response = request(method as 'GET', url, body, own) as Response
    const said = response.status
    if (isSample) own.responseType = 'none'
    if (said === 0 && isCutOff(response)) return
    // A body that is not read is not found unreadable.
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
    if (said === 429) keepWait(response, endsAt)
  }
}

/** A client that was told to wait waits: what arrives for it meanwhile finds another one, or is dropped (§7.2). */
function keepWait(response: Response, endsAt: number): void {
  const receivedAt = Date.now()
  const leftMs = endsAt - receivedAt
  if (leftMs <= 0) return
  const waitMs = retryAfterMs(response, receivedAt)
  if (waitMs !== null && waitMs > 0) sleep(Math.min(waitMs, leftMs) / 1000)
}
