import { sleep } from 'k6'
import exec from 'k6/execution'
import http from 'k6/http'
import type { RateScenario } from '../../registry.ts'
import type { Plateau } from '../../stages.ts'
import type { Target } from '../../targets.ts'
import { variables } from '../../wire.ts'
import { retryAfterMs } from './client.ts'
import { type GivenOrder, probeOf, recording } from './recording.ts'
import { baseUrl, headersFor, setting, traceparentFor } from './settings.ts'
import type { Response } from './wire-exchange.ts'

/** What k6 takes beside method, address and body. */
interface Params {
  headers: Record<string, string>
  tags: Record<string, string>
  readonly timeout: number
  responseType: 'none' | 'binary'
}

/** What is the same whenever a read is asked: made once by each virtual user, and small, since there are many of them. */
interface Prepared {
  readonly target: Target
  readonly url: string
  readonly tags: Record<string, string>
}

/** Headers of reads; one with a body names its type as well. */
interface Headers {
  readonly bodiless: Record<string, string>
  readonly withBody: Record<string, string>
}

function headersOf(userAgent: string | null): Headers {
  const of = (body: string | null) => headersFor(variables.key, userAgent, body)
  return { bodiless: of(null), withBody: of('{}') }
}

/** A plain copy: what k6 shares among virtual users is slow to read. */
function prepare({ ...target }: Target, base: string): Prepared {
  return { target, url: base + target.path, tags: { name: target.id, product: target.product } }
}

/** What a virtual user needs to ask. */
interface Asking {
  readonly name: RateScenario
  /** Null for a k6 user, who gets no lines for Node. */
  readonly given: GivenOrder | null
  readonly targets: readonly Target[]
  readonly plateau: Plateau
  readonly timeoutMs: number
}

/** Makes what one iteration does: it asks the read whose turn it is, once. */
export function asking({ name, given, targets, plateau, timeoutMs }: Asking): () => void {
  const count = targets.length
  const recorder = given === null ? null : recording(given, count)
  const isTraced = setting(variables.traceId) !== null
  /** One for all requests of a virtual user, which sends one at a time. */
  const params: Params = { headers: {}, tags: {}, timeout: timeoutMs, responseType: 'none' }
  let headers: Headers | null = null
  let prepared: readonly Prepared[] | null = null
  let running: typeof exec.scenario | null = null

  function ask(): void {
    headers ??= headersOf(given?.userAgent ?? null)
    prepared ??= [...targets].map((target) => prepare(target, baseUrl()))
    // Reading it anew costs more than the line that is printed.
    running ??= exec.scenario
    const turn = running.iterationInTest
    const { target, url, tags } = prepared[turn % count] as Prepared
    const usual = target.body === null ? headers.bodiless : headers.withBody
    const isSample = recorder?.isSample(turn) === true
    params.headers = isTraced ? { ...usual, ...traceparentFor(probeOf(name, turn)) } : usual
    params.tags = tags
    // The body of an answer is read where it may be evidence: that costs.
    params.responseType = isSample ? 'binary' : 'none'
    const startedAt = Date.now()
    const response = http.request(target.method as 'GET', url, target.body, params) as Response
    const { status } = response
    recorder?.record({ turn, isSample, target, headers: params.headers, startedAt, status }, response)
    if (status === 429) keepWait(response, running.startTime)
  }

  /** A client that was told to wait waits: what arrives for it meanwhile finds another one, or is dropped (§7.2). */
  function keepWait(response: Response, startsAt: number): void {
    const waitMs = retryAfterMs(response, Date.now())
    const leftMs = startsAt + plateau.durationMs - Date.now()
    if (waitMs !== null && leftMs > 0) sleep(Math.min(waitMs, leftMs) / 1000)
  }

  return ask
}
