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
import { isCutOff, isWhole, type Response } from './wire-exchange.ts'

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
  readonly method: 'GET'
  readonly url: string
  readonly body: string | null
  readonly tags: Record<string, string>
  /** Shared by all reads with such headers: a virtual user sends one at a time. */
  readonly params: Params
}

/** Prepares reads for one virtual user; one with a body names its type as well. */
function preparing(userAgent: string | null, timeoutMs: number): (target: Target) => Prepared {
  const base = baseUrl()
  const of = (body: string | null): Params => {
    return { headers: headersFor(variables.key, userAgent, body), tags: {}, timeout: timeoutMs, responseType: 'none' }
  }
  const [bodiless, withBody] = [of(null), of('{}')]
  // A plain copy: what k6 shares among virtual users is slow to read.
  return ({ ...target }) => ({
    ...{ target, method: target.method as 'GET', url: base + target.path, body: target.body },
    tags: { name: target.id, product: target.product },
    params: target.body === null ? bodiless : withBody,
  })
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
export function asking(asked: Asking): () => void {
  let ask: (() => void) | null = null
  return () => {
    ask ??= virtualUser(asked)
    ask()
  }
}

/**
 * One virtual user. What is done for each request is what recording costs (`npm run bench:load`): reading a member of what
 * k6 wrote in Go makes a new value each time, so it is read once.
 */
function virtualUser({ name, given, targets, plateau, timeoutMs }: Asking): () => void {
  const { request } = http
  const { now } = Date
  const running = exec.scenario
  const endsAt = running.startTime + plateau.durationMs
  const prepared = [...targets].map(preparing(given?.userAgent ?? null, timeoutMs))
  const count = prepared.length
  const recorder = given === null ? null : recording(given, count)
  const isTraced = setting(variables.traceId) !== null

  return () => {
    const turn = running.iterationInTest
    // Taken apart into six variables it is slower by a tenth of a request.
    const read = prepared[turn % count] as Prepared
    const { params } = read
    params.tags = read.tags
    if (isTraced) params.headers = { ...params.headers, ...traceparentFor(probeOf(name, turn)) }
    const isSample = recorder?.isSample(turn) === true
    // The body of an answer is read where it may be evidence: that costs.
    if (isSample) params.responseType = 'binary'
    const startedAt = now()
    const response = request(read.method, read.url, read.body, params) as Response
    const said = response.status
    if (isSample) params.responseType = 'none'
    if (said === 0 && isCutOff(response)) return
    if (recorder !== null) {
      const status = isWhole(response, said) ? said : 0
      if (isSample || recorder.isEvidence(status))
        recorder.whole({ turn, target: read.target, headers: params.headers, startedAt }, response)
      else recorder.short(turn, status, response.timings.duration, startedAt)
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
