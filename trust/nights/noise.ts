import { randomUUID } from 'node:crypto'
import type { Deployment, PlainAnswer, Reply } from '../../fixtures/deployment.ts'
import { keyHeader } from '../../fixtures/errors.ts'
import { answering, bearing, textOf } from '../../fixtures/faults/planting.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { fixedWindow, perKey, unlimited } from '../../fixtures/limiters.ts'

/** Milliseconds that an answer may be late; one request in so many is reset; what one key may ask. */
const jitterMs = 6
const resets = 100
const room = { requests: 120, windowMs: 400 } as const

/** How noisy a deployment is. */
interface Noise {
  /** A member is there, or holds nothing, by chance: only several runs tell that it may. @default false */
  readonly optional?: boolean
  /** Every key meets a limit now and then, which is waited out. @default true */
  readonly limited?: boolean
}

/**
 * What nights on an unchanged service differ in all the same: fresh identifiers, times and numbers in every answer, jitter, a
 * reset in a hundred, and a limit that every key meets now and then.
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

/** The answer with what is new in every one. */
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
