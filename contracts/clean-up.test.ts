import { expect, test } from 'vitest'
import type { Exchange } from '../evidence/exchange.ts'
import { serviceSettings } from '../fixtures/service/credentials.ts'
import { readKnown } from '../run/settings.ts'
import { attempted } from '../trust/fabricated/ask.ts'
import type { Received } from './ask/transport.ts'
import { cleanUp, createdBy, isWaitedFor } from './clean-up.ts'
import type { ComposedRequest } from './compose.ts'

const creation = 'POST /api/vote/embed/create'
const rule = { created: creation, operation: 'POST /api/vote/embed/delete', body: { of: ['{id}'], n: 1 } }
const known = { ...readKnown({ ...serviceSettings, BASE_URL: 'http://h.example' }, 'production'), cleanUps: [rule] }
const created = ['a', 'b', 'c', 'd'].map((id) => ({ operation: creation, id }))

/** What the clean-up sends and leaves where its requests get these statuses; 0: no answer. */
function cleaning(statuses: readonly number[], more: { readonly deadline?: number; readonly aborted?: boolean } = {}) {
  const sent: ComposedRequest[] = []
  const controller = new AbortController()
  if (more.aborted) controller.abort()
  const send = async (request: ComposedRequest): Promise<Received> => {
    const status = statuses[sent.push(request) - 1] ?? 200
    const failure = { kind: 'reset', message: '', reusedConnection: false, began: false } as const
    const ended = { body: Buffer.from(''), startedAt: 0, headMs: 0, endMs: 0 }
    return status === 0 ? { ...ended, head: null, failure } : { ...ended, head: { status, headers: [] }, failure: null }
  }
  const options = {
    ...{ known, seed: 1, redact: (text: string) => text, userAgent: 'test', timeoutMs: 10, record: () => {} },
    ...{ transport: { send, close: () => {} }, signal: controller.signal },
    deadline: more.deadline ?? Number.POSITIVE_INFINITY,
  }
  return { sent, left: cleanUp(created, options) }
}

test('undoes each creation with its identifier in the body', async () => {
  const { sent, left } = cleaning([])
  expect(await left).toEqual([])
  expect(sent.map(({ method, target, body }) => [method, target, body])).toEqual(
    created.map(({ id }) => ['POST', '/api/vote/embed/delete', JSON.stringify({ of: [id], n: 1 })]),
  )
})

test('keeps what could not be undone', async () => {
  expect(await cleaning([200, 404, 300]).left).toEqual([created[1], created[2]])
})

test.for([
  ['a refusal by a limit', [200, 429], 2, [1, 2, 3]],
  ['two failures in a row', [0, 0], 2, [0, 1, 2, 3]],
] as const)('%s ends it', async ([, statuses, asked, left]) => {
  const run = cleaning(statuses)
  expect(await run.left).toEqual(left.map((index) => created[index]))
  expect(run.sent).toHaveLength(asked)
})

test('two failures that are not in a row do not', async () => {
  const run = cleaning([0, 200, 0, 200])
  expect(await run.left).toEqual([created[0], created[2]])
})

test('sends nothing after the deadline or an interrupt', async () => {
  for (const run of [cleaning([], { deadline: 0 }), cleaning([], { aborted: true })]) {
    expect(await run.left).toEqual(created)
    expect(run.sent).toEqual([])
  }
})

test('nothing is sent into a wait that some answer named', () => {
  const limited = attempted({ status: 429, headers: [['Retry-After', '5']], endMs: 100 })
  expect(isWaitedFor([attempted({ status: 200 }), limited], 5_099)).toBe(true)
  expect(isWaitedFor([limited], 5_100)).toBe(false)
  expect(isWaitedFor([attempted({ status: 429 })], 0)).toBe(false)
  expect(isWaitedFor([attempted({ status: 200, headers: [['Retry-After', '5']] })], 0)).toBe(false)
})

test('knows each creation once, by the identifier it was given', () => {
  const made = (body: unknown, status = 200): Exchange => {
    const exchange = attempted({ status })
    const text = JSON.stringify(body)
    return {
      ...exchange,
      operation: creation,
      response: { status, headers: [], body: { text, bytes: text.length, cut: false } },
    }
  }
  const bodies = [
    { data: { id: 'x' } },
    { data: { id: 'x' } },
    { data: { id: '' } },
    { data: { id: 7 } },
    { data: null },
    [],
  ]
  expect(
    createdBy(
      bodies.map((body) => made(body)),
      [creation],
    ),
  ).toEqual([{ operation: creation, id: 'x' }])
  expect(createdBy([made({ data: { id: 'y' } }, 404)], [creation])).toEqual([])
  expect(createdBy([made({ data: { id: 'y' } })], ['POST /other'])).toEqual([])
})
