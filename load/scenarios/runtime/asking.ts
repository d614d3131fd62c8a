import { sleep } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import type { RateScenario } from '../../registry.ts'
import type { Target } from '../../targets.ts'
import { print } from './console.ts'
import { recording, timedEvery } from './recording.ts'
import type { Told } from './told.ts'
import { cutShort, isCutOff, type Response, retryAfterMs, traceparent } from './wire-exchange.ts'

/** What k6 takes beside method, address and body. */
interface Params {
  headers: Readonly<Record<string, string>>
  readonly tags: Record<'name' | 'product', string>
  readonly timeout: number
  responseType: 'none' | 'binary'
}

/**
 * What is the same whenever a read is asked, made once by each virtual user. Lists of plain values: there are many virtual
 * users, and an object more for each read of each takes more than all else that they hold.
 */
function prepare(targets: readonly Target[], { baseUrl, headers, timeoutMs }: Told) {
  const tags = { name: '', product: '' }
  const of = (own: Params['headers']): Params => ({ headers: own, tags, timeout: timeoutMs, responseType: 'none' })
  // Shared by all reads with such headers: a virtual user sends one at a time.
  const [bodiless, withBody] = [of(headers.bodiless), of(headers.withBody)]
  const lists = {
    methods: [] as 'GET'[],
    urls: [] as string[],
    bodies: [] as (string | null)[],
    names: [] as string[],
    products: [] as string[],
    params: [] as Params[],
  }
  // One after the other: reading a shared list makes each of its members anew.
  for (const { id, product, method, path, body } of targets) {
    lists.methods.push(method as 'GET')
    lists.urls.push(baseUrl + path)
    lists.bodies.push(body)
    lists.names.push(id)
    lists.products.push(product)
    lists.params.push(body === null ? bodiless : withBody)
  }
  return { ...lists, tags }
}

/** What a virtual user needs to ask. */
interface Asking {
  readonly name: RateScenario
  readonly told: Told
  readonly targets: readonly Target[]
  /** Gets the status of each answer, 0 for none that is whole; null where nobody asks for it. */
  readonly answered: ((status: number) => void) | null
}

/**
 * Makes what one iteration does: it asks the read whose turn it is, once. What is done for each request is what recording costs
 * (`npm run bench:load`): each call of a function counts, also one of ours, since k6 begins each iteration with an empty stack
 * and lets it grow; and reading a member of what k6 wrote in Go makes a new value each time. So what is usual stands here in
 * full, in one function.
 */
export function asking({ name, told, targets, answered }: Asking): () => void {
  const { plateau, recorded, trace } = told
  const { request } = http
  const { now } = Date
  // What was imported is fetched anew at each use.
  const [log, cut] = [print, cutShort]
  const { methods, urls, bodies, names, products, tags, params } = prepare(targets, told)
  const count = targets.length
  const recorder = recorded && recording({ ...recorded, scenario: name })
  /** Every so manieth turn is kept, whatever is answered, and the first of each read; 0 for none. */
  const keepEvery = recorded?.keepEvery ?? 0
  const tellsEvery = timedEvery(plateau.ratePerSecond)
  let running: typeof exec.scenario | null = null
  let endsAt = 0
  let isFirst = true

  return () => {
    if (running === null) {
      running = exec.scenario
      endsAt = running.startTime + plateau.durationMs
    }
    const turn = running.iterationInTest
    const at = turn % count
    const own = params[at] as Params
    tags.name = names[at] as string
    tags.product = products[at] as string
    if (trace !== null) own.headers = { ...own.headers, traceparent: traceparent(trace.id, trace.place, turn + 1) }
    const isSample = keepEvery !== 0 && (turn < count || turn % keepEvery === 0)
    // The body of an answer is read where it may be evidence: that costs.
    if (isSample) own.responseType = 'binary'
    const startedAt = now()
    const response = request(methods[at] as 'GET', urls[at] as string, bodies[at], own) as Response
    const said = response.status
    if (isSample) own.responseType = 'none'
    if (said === 0 && isCutOff(response)) return
    const status = response.error_code === cut ? 0 : said
    if (answered !== null) answered(status)
    if (recorder !== null) {
      if (isSample || (status !== 200 && recorder.isEvidence(status)))
        recorder.whole({ turn, target: targets[at] as Target, headers: own.headers, startedAt }, response)
      else if (isFirst || turn % tellsEvery === 0) {
        isFirst = false
        recorder.timed({ turn, status, durationMs: response.timings.duration, startedAt })
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
