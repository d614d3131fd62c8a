import { randomUUID } from 'node:crypto'
import type { Deployment, PlainAnswer, Reply } from '../../fixtures/deployment.ts'
import { keyHeader } from '../../fixtures/errors.ts'
import { answering, bearing, textOf } from '../../fixtures/faults/planting.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { fixedWindow, perKey, unlimited } from '../../fixtures/limiters.ts'

/** Answers are late by up to `jitterMs`. One request in `resets` is reset. Each key may send `room.requests` in `room.windowMs`. */
const jitterMs = 6
const resets = 100
const room = { requests: 120, windowMs: 400 } as const

/** How noisy a deployment is. */
interface Noise {
  /** True for a member that is absent, null or a text by chance, which only several runs show. @default false */
  readonly optional?: boolean
  /** True where every key meets a limit now and then, which a run waits out. @default true */
  readonly limited?: boolean
}

/**
 * A deployment with all that differs between nights although the service did not change. Every answer has fresh identifiers, times
 * and numbers, and jitter. One request in a hundred is reset. Every key meets a limit now and then.
 */
export function noisy(deployment: Deployment, { optional = false, limited = true }: Noise = {}): Deployment {
  const limits = perKey(() => (limited ? fixedWindow(room.requests, room.windowMs) : unlimited))
  return {
    ...deployment,
    name: `noisy ${deployment.name}`,
    handle: async (request): Promise<Reply> => {
      const decision = limits.take(headerValue(request.headers, keyHeader) ?? '', Date.now())
      if (decision.kind === 'refused') {
        const refusal = answering(429, { error: { code: 'rate_limited' }, requestId: randomUUID() })
        return { ...refusal, headers: [...refusal.headers, ['Retry-After', '1']] }
      }
      decision.done()
      if (Math.random() < 1 / resets) return { kind: 'reset' }
      const reply = await deployment.handle(request)
      return reply.kind === 'answer' ? { ...volatile(reply, optional), delayMs: Math.random() * jitterMs } : reply
    },
  }
}

/** The answer with headers and members that are new in every answer. */
function volatile(answer: PlainAnswer, optional: boolean): PlainAnswer {
  const headers = [...answer.headers, ['X-Request-Id', randomUUID()], ['ETag', `"${randomUUID()}"`]] as const
  const body = memberOf(textOf(answer))
  if (body === null) return { ...answer, headers }
  const fresh = {
    servedAt: new Date().toISOString(),
    tookMs: Math.floor(Math.random() * 1000),
    node: `node-${Math.floor(Math.random() * 9)}`,
    seen: { [randomUUID()]: Math.random() },
    recent: Array.from({ length: Math.floor(Math.random() * 3) }, () => ({ id: randomUUID() })),
    ...(optional && Math.random() < 0.5 ? { hint: Math.random() < 0.5 ? null : 'try again' } : {}),
  }
  return { ...bearing(answer, JSON.stringify({ ...body, ...fresh })), headers }
}

function memberOf(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}
