import { describe, expect, test } from 'vitest'
import { catalogue, operationOf } from '../../fixtures/catalog/catalog.ts'
import type { CleanUp } from '../../fixtures/target.ts'
import { embed } from '../../trust/fabricated/contracts.ts'
import { type Back, reset, type Sent, status, type WireScene, wire } from '../../trust/fabricated/wire.ts'

const [creation] = catalogue.filter(({ id }) => id === embed)
const deletion = 'POST /api/vote/embed/delete'
const rule: CleanUp = { created: embed, operation: deletion, body: { of: ['{id}'], n: 1 } }
const isCreation = ({ method, target }: Sent) => `${method} ${target}`.endsWith('POST /base/api/vote/embed/create')

/** Asks embed creation alone, which makes four embeds. `undo` answers the requests of the clean-up. */
async function cleaning(undo: (nth: number, request: Sent) => Back, scene: Partial<WireScene> = {}) {
  if (creation === undefined) throw new Error('embed creation is not listed')
  let [made, undone] = [0, 0]
  const run = await wire(
    (request, _, clock) => {
      if (!isCreation(request)) return undo(++undone, request)
      if (made === 4) return status(400)
      made += 1
      return status(200, [], { data: { id: `made/${made}`, status: 'draft' }, requestId: `at ${clock.now()}` })
    },
    {
      operations: [creation],
      ...scene,
      selection: {
        catalogue: catalogue.filter(({ id }) => id === deletion),
        checks: (id) => id.startsWith('request.valid'),
        ...scene.selection,
      },
      known: { cleanUps: [rule], ...scene.known },
    },
  )
  const undoings = run.sent.filter((request) => !isCreation(request))
  return { ...run, undoings, left: run.created.left.map(({ id }) => id), why: run.created.left[0]?.why }
}

const all = ['made/1', 'made/2', 'made/3', 'made/4']

test('the clean-up undoes each creation with its identifier in the body, after everything else', async () => {
  const { undoings, left, created, sent, plan, exchanges } = await cleaning(() => status(200))
  expect(created.all).toEqual(all.map((id) => ({ operation: embed, id })))
  expect(left).toEqual([])
  expect(sent.slice(-4)).toEqual(undoings)
  expect(undoings.map(({ method, target, body }) => [method, target, body])).toEqual(
    all.map((id) => ['POST', '/base/api/vote/embed/delete', JSON.stringify({ of: [id], n: 1 })]),
  )
  expect(plan.cleanUps).toMatchObject([{ undoes: embed, product: 'Embeds', barred: null }])
  const [planned] = plan.cleanUps
  const ids = exchanges.slice(-4).map(({ probe }) => probe)
  expect(ids).toEqual([1, 2, 3, 4].map((nth) => `${planned?.probe.id}-${nth}`))
})

test('each request of the clean-up has a traceparent of its own', async () => {
  const { undoings } = await cleaning((nth) => status(nth === 1 ? 500 : 200), { traceId: 'f'.repeat(32) })
  const lines = undoings.map(({ headers }) => headers.find(([name]) => name === 'traceparent')?.[1] ?? '')
  expect(lines.filter((line) => !/^00-f{32}-[0-9a-f]{16}-01$/.test(line))).toEqual([])
  expect(new Set(lines).size).toBe(5)
})

test('an embed that was created without a key at another writing of the address is undone as well (O2e)', async () => {
  const sent = { id: 'elsewhere', status: 'draft' }
  const { created, undoings } = await cleaning(
    (_, { target }) => status(200, [], target.endsWith('/create/') ? { data: sent, requestId: 'r' } : {}),
    { selection: { checks: (id) => id === 'auth.missing-credential' } },
  )
  expect(created.all).toContainEqual({ operation: embed, id: 'elsewhere' })
  expect(undoings.map(({ body }) => body)).toContain(JSON.stringify({ of: ['elsewhere'], n: 1 }))
})

test('the clean-up lists what could not be undone, with the reason', async () => {
  const run = await cleaning((nth) => status(nth === 2 ? 404 : 200), { concurrency: 1 })
  expect(run.created.left).toEqual([{ operation: embed, id: 'made/2', why: 'its clean-up was answered with 404' }])
})

test('two requests without an answer end the clean-up, and do not give up the target', async () => {
  const run = await cleaning(() => reset, { concurrency: 1 })
  expect(run.left).toEqual(all)
  expect(run.why).toBe('its clean-up was not answered')
  expect(run.undoings.length).toBeLessThanOrEqual(4)
  expect(run.stopped).toBeNull()
})

test('the clean-up waits as a limit tells, but not beyond the longest duration', async () => {
  const soon = await cleaning((nth) => (nth === 1 ? status(429, [['Retry-After', '5']]) : status(200)), {
    concurrency: 1,
  })
  expect(soon.left).toEqual([])
  expect((soon.undoings[1]?.at ?? 0) - (soon.undoings[0]?.at ?? 0)).toBeGreaterThanOrEqual(5_000)
  const late = await cleaning(() => status(429, [['Retry-After', '50']]), { concurrency: 1, maxDurationMs: 10_000 })
  expect(late.left).toEqual(all)
  expect(late.undoings).toHaveLength(1)
  expect(late.tookMs).toBeLessThan(2_000)
})

describe('the clean-up is barred', () => {
  test('by exclusion: an excluded operation is never touched', async () => {
    const { undoings, left, why, plan } = await cleaning(() => status(200), {
      selection: { excluded: (id) => id === deletion, catalogue: [] },
    })
    expect(undoings).toEqual([])
    expect(left).toEqual(all)
    expect(why).toContain('excluded')
    expect(plan.cleanUps).toMatchObject([{ barred: { cause: 'excluded' } }])
  })

  test('where the catalogue lacks its operation', async () => {
    const { undoings, plan } = await cleaning(() => status(200), { selection: { catalogue: [] } })
    expect(undoings).toEqual([])
    expect(plan.cleanUps).toMatchObject([{ barred: { cause: 'no-operation' } }])
  })

  test('by the safe policy', async () => {
    const { plan } = await cleaning(() => status(200), { facts: { policy: 'safe' } })
    expect(plan.cleanUps.filter(({ barred }) => barred === null)).toEqual([])
  })

  test('but not by the selection, nor by the effect of its operation', async () => {
    const { left, plan } = await cleaning(() => status(200))
    expect(plan.operations.map(({ id }) => id)).toEqual([embed])
    expect(left).toEqual([])
  })
})

test('an operation of the catalogue extension undoes as any other, its path parameter filled', async () => {
  const row = { method: 'DELETE', path: '/api/coupons/remove/{placementId}', operation: 'remove' } as const
  const operation = operationOf(row, { product: 'Coupons', prefixes: ['/api/coupons'] }, true)
  const { undoings, left } = await cleaning(() => status(204), {
    selection: { catalogue: [operation] },
    known: { cleanUps: [{ created: embed, operation: operation.id, body: null }] },
  })
  expect(left).toEqual([])
  expect(undoings.map(({ method, target, body }) => [method, target, body])).toEqual(
    all.map((id) => ['DELETE', `/base/api/coupons/remove/${encodeURIComponent(id)}`, null]),
  )
})

test('a creation without a declared clean-up is listed as left', async () => {
  const { created } = await cleaning(() => status(200), { known: { cleanUps: [] } })
  expect(created.left).toEqual(all.map((id) => ({ operation: embed, id, why: 'no clean-up is declared for it' })))
})

test('nothing is undone after an interrupt', async () => {
  const controller = new AbortController()
  const { undoings, left, why } = await cleaning(() => status(200), {
    signal: controller.signal,
    record: ({ attempt, response }) => {
      if (attempt === 1 && response?.status === 400) controller.abort()
    },
  })
  expect(undoings).toEqual([])
  expect(left).toEqual(all)
  expect(why).toBe('the run was interrupted')
})
