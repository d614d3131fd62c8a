import { readRetryAfter } from '../../evidence/retry-after.ts'
import type { Deployment, Handler } from '../../fixtures/deployment.ts'
import { keyHeader } from '../../fixtures/errors.ts'

/** One request, and how the deployment answered it. Moments in milliseconds since the epoch. */
export interface WatchedAnswer {
  readonly at: number
  readonly answeredAt: number
  readonly key: string
  readonly target: string
  readonly agent: string
  readonly trace: string
  readonly waitMs: number | null
  readonly inFlight: number
}

/** A deployment that also records each request, when it was answered, and the wait that a refusal told. */
export function watched(deployment: Deployment): {
  readonly deployment: Deployment
  readonly answers: WatchedAnswer[]
} {
  const answers: WatchedAnswer[] = []
  let inFlight = 0
  const handle: Handler = async (request) => {
    const value = (name: string) => request.headers.find(([header]) => header.toLowerCase() === name)?.[1] ?? ''
    inFlight += 1
    const seen = {
      at: request.at,
      target: request.target,
      agent: value('user-agent'),
      trace: value('traceparent'),
      inFlight,
    }
    const reply = await deployment.handle(request)
    inFlight -= 1
    const headers = reply.kind === 'answer' && reply.status === 429 ? reply.headers : []
    const values = headers.filter(([name]) => name.toLowerCase() === 'retry-after').map(([, text]) => text)
    const answeredAt = Date.now()
    const read = readRetryAfter(values, undefined, answeredAt)
    const waitMs = read.kind === 'seconds' || read.kind === 'date' ? read.waitMs : null
    answers.push({ ...seen, answeredAt, key: value(keyHeader.toLowerCase()), waitMs })
    return reply
  }
  return { deployment: { ...deployment, handle }, answers }
}
