import { expect, test } from 'vitest'
import type { HeaderLine } from '../../evidence/exchange.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { serviceSettings } from '../../fixtures/service/credentials.ts'
import { readKnown } from '../../run/settings.ts'
import { type ContractOptions, everything, runContracts } from '../../trust/contract-run.ts'
import { answering } from '../../trust/random-transport.ts'
import type { ComposedRequest } from '../compose.ts'
import type { Received, Transport } from './transport.ts'

const known = readKnown({ ...serviceSettings, BASE_URL: 'http://api.example.com' }, 'production')
const livestream = catalogue.filter(({ product }) => product === 'Livestream')

/** A run without a socket. */
function run(transport: Transport, options: Partial<ContractOptions> = {}) {
  return runContracts({
    ...{ known, profile: 'gate', policy: 'full', seed: 1, concurrency: 8, timeoutMs: 100, silenceMs: 20 },
    selection: { ...everything, operations: livestream },
    ...{ maxDurationMs: 30_000, waitMs: 0, userAgent: 'test', signal: new AbortController().signal, transport },
    ...options,
  })
}

function answers(make: (request: ComposedRequest, count: number) => Partial<Received> | null): Transport {
  let count = 0
  return {
    send: async (request, { signal }) => {
      const made = make(request, count++)
      if (made === null) await new Promise((done) => signal?.addEventListener('abort', done))
      const failure = { kind: 'reset', message: 'ended', reusedConnection: false, began: false } as const
      return {
        ...{ head: null, body: Buffer.from('{}'), failure: made === null ? failure : null },
        ...{ startedAt: Date.now(), headMs: 0, endMs: 0 },
        ...made,
      }
    },
    close: () => {},
  }
}

const status = (code: number, headers: readonly HeaderLine[] = []) => ({ head: { status: code, headers } })

test('a limit beyond every budget ends the run at once, each product and credential asked once', async () => {
  const at = Date.now()
  const { exchanges, findings, stopped } = await run(answers(() => status(429, [['Retry-After', '7200']])))
  expect(Date.now() - at).toBeLessThan(5_000)
  expect(exchanges.length).toBeLessThan(60)
  expect(stopped).toBeNull()
  expect(new Set(findings.map(({ verdict }) => verdict))).not.toContain('violation')
  expect(findings.filter(({ cause }) => cause === 'limited').length).toBeGreaterThan(50)
})

test('what waits for an answer is given up with its limit as well', async () => {
  const limited = answers(({ headers }) =>
    headers.some(([name]) => name === 'X-Service-API-Key') ? status(429, [['Retry-After', '7200']]) : status(401),
  )
  const at = Date.now()
  const { findings } = await run(limited)
  expect(Date.now() - at).toBeLessThan(5_000)
  expect(findings.some(({ cause }) => cause === 'limited')).toBe(true)
})

test('nothing is sent into a wait that was told', async () => {
  const sent: { readonly at: number; readonly key: string }[] = []
  let until = 0
  const transport = answers(({ headers }, count) => {
    sent.push({ at: Date.now(), key: headers.find(([name]) => name === 'X-Service-API-Key')?.[1] ?? '' })
    if (count !== 40) return status(404)
    until = Date.now() + 1_000
    return status(429, [['Retry-After', '1']])
  })
  await run(transport)
  const refused = sent[40]
  const early = sent.slice(41).filter(({ at, key }) => key === refused?.key && at < until)
  // What was under way when the refusal came cannot be called back.
  expect(early.length).toBeLessThan(8)
  expect(sent.some(({ at, key }) => key === refused?.key && at >= until)).toBe(true)
})

test('an interrupt ends a run that waits for an answer at once', async () => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 50)
  const at = Date.now()
  const { unsent, exchanges } = await run(
    answers((_, count) => (count < 5 ? status(404) : null)),
    {
      signal: controller.signal,
    },
  )
  expect(Date.now() - at).toBeLessThan(3_000)
  expect(exchanges.every(({ failure }) => failure === null)).toBe(true)
  expect(new Set(Object.values(unsent).map(({ cause }) => cause))).toContain('interrupted')
})

test('the longest duration ends a run, and says of the rest why', async () => {
  const slow: Transport = answers(() => status(404))
  const late: Transport = {
    ...slow,
    send: async (request, limits) => {
      await new Promise((done) => setTimeout(done, 30))
      return slow.send(request, limits)
    },
  }
  const { unsent, findings } = await run(late, { maxDurationMs: 300, concurrency: 2 })
  expect(Object.values(unsent).map(({ cause }) => cause)).toContain('out-of-time')
  expect(findings.some(({ cause }) => cause === 'out-of-time')).toBe(true)
})

test('one that comes up in time is waited for', async () => {
  const refused = { kind: 'refused', message: 'ECONNREFUSED', reusedConnection: false, began: false } as const
  const transport = answers((_, count) => (count < 6 ? { head: null, failure: refused } : status(404)))
  const { stopped, exchanges } = await run(transport, { waitMs: 20_000 })
  expect(stopped).toBeNull()
  expect(new Set(exchanges.map(({ id }) => id)).size).toBe(exchanges.length)
  const never = answers(() => ({ head: null, failure: refused }))
  expect((await run(never, { waitMs: 600 })).stopped).toBe('unreachable')
})

test('never more at once than asked for, and progress never goes beyond the plan', async () => {
  let running = 0
  let most = 0
  const sent: ComposedRequest[] = []
  const inner = answering(3, sent)
  const transport: Transport = {
    ...inner,
    send: async (request, limits) => {
      most = Math.max(most, ++running)
      const received = await inner.send(request, limits)
      running -= 1
      return received
    },
  }
  let beyond = 0
  const progress = ({ done, planned }: { readonly done: number; readonly planned: number }) => {
    if (done > planned) beyond += 1
  }
  await run(transport, { concurrency: 5, progress, maxDurationMs: 3_000 })
  expect(most).toBeLessThanOrEqual(5)
  expect(beyond).toBe(0)
})
