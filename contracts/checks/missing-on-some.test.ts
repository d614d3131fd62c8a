import { expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { conforming, play } from '../../trust/fabricated/contracts.ts'
import { type Probe, repetitions } from '../probe.ts'

const own = 'GET /api/team/category/all'
const teams = catalogue
  .filter(({ product, method }) => product === 'Teams' && method === 'GET')
  .map(({ id }) => id as OperationId)

const reads = catalogue.filter(({ method }) => method === 'GET').map(({ id }) => id as OperationId)

const isPlain = ({ operation, credential, purpose }: Probe) =>
  operation === own && credential === 'none' && purpose === 'plain'
const isAfterWrongKey = ({ operation, credential, nth }: Probe) =>
  operation === own && (credential.startsWith('invalid') || nth === repetitions.sinceWrongKey)
const lost = { status: 404, json: { message: 'no such route' } }
const notFound = { status: 404, json: { code: 'not_found' } }
const open = { status: 200, json: [] }
const refused = { status: 401, json: { code: 'authentication_required' } }

interface Replicas {
  /** What the plain question gets, the first time and each further one. */
  readonly turns: readonly object[]
  /** What other operations get without a key, and with one. */
  readonly others?: object | (() => object)
  readonly keyed?: object
  /** What the operation itself gets with the key. */
  readonly ownKeyed?: object
  /** What a wrong key gets there, and right after it a request without a key (O2b). */
  readonly wrongKey?: object
  readonly unknown?: object
}

/** How often the question was asked, the finding, and the credentials of the exchanges that the finding rests on. */
function told({
  turns,
  others,
  keyed,
  ownKeyed,
  wrongKey,
  unknown = lost,
}: Replicas): readonly [number, string, ReadonlySet<string>] {
  let at = Date.UTC(2026, 10, 23)
  const kept = new Map<string, object>()
  const { findings, exchanges, plan } = play({
    operations: typeof others === 'function' ? reads : teams,
    checks: ['catalog.reachable', ...(wrongKey === undefined ? [] : ['auth.invalid-credential' as const])],
    facts: { profile: 'gate' },
    answers(probe) {
      at += 1_000
      const answer = answerTo(probe)
      const timed = kept.get(probe.id) ?? { startedAt: at, ...answer }
      kept.set(probe.id, timed)
      return timed
    },
  })
  const again = new Set(plan.entries.filter(({ probe }) => isPlain(probe)).map(({ probe }) => probe.id))
  const asked = exchanges.filter(({ probe }) => again.has(probe)).length
  const found = findings.find(({ check, operation }) => check === 'catalog.reachable' && operation === own)
  const shown = new Set(exchanges.filter(({ id }) => found?.exchanges.includes(id)).map(({ probe }) => probe))
  const credentials = plan.entries.filter(({ probe }) => shown.has(probe.id)).map(({ probe }) => probe.credential)
  return [asked, `${found?.verdict} ${found?.cause}`, new Set(credentials)]

  function answerTo(probe: Probe): object {
    if (probe.operation === null) return unknown
    if (wrongKey !== undefined && isAfterWrongKey(probe)) return wrongKey
    if (isPlain(probe)) return turns[probe.nth] ?? turns.at(-1) ?? refused
    if (probe.credential === 'none') return (typeof others === 'function' ? others() : others) ?? refused
    if (ownKeyed !== undefined && probe.operation === own) return ownKeyed
    if (keyed !== undefined && probe.operation !== own) return keyed
    const status = conforming(probe)
    return typeof status === 'number' ? { status, json: { data: { id: 'e', status: 'on' }, requestId: 'r' } } : lost
  }
}

/** Answers by turns as an existing operation and as a missing one. */
function hiddenInTurn(): () => object {
  let at = 0
  return () => (at++ % 2 === 0 ? refused : lost)
}

test.for<readonly [name: string, replicas: Replicas, asked: number, says: string]>([
  ['in turn', { turns: [lost, refused, lost, refused, lost] }, 9, 'violation not-there-in-turn'],
  ['now and then', { turns: [lost, refused, refused, refused, lost] }, 9, 'violation not-there-in-turn'],
  [
    'on one replica of three',
    { turns: [lost, refused, refused, refused, refused, refused, lost, refused] },
    9,
    'violation not-there-in-turn',
  ],
  [
    'with the key and once without',
    { turns: [refused, refused, lost, refused], ownKeyed: lost },
    10,
    'violation not-there-in-turn',
  ],
  [
    'with a wrong key, and without right after it',
    { turns: [refused, refused, lost, refused], wrongKey: lost },
    10,
    'violation not-there-in-turn',
  ],
  [
    'with a wrong key, and without from that moment on',
    { turns: [refused, lost], wrongKey: lost },
    10,
    'pass unlike-unknown-routes',
  ],
  [
    'with the key and once without, where no key is needed',
    { turns: [open, open, lost, open], others: open, ownKeyed: lost },
    9,
    'violation not-there-in-turn',
  ],
  [
    'with the key alone, where no key is needed',
    { turns: [open], others: open, ownKeyed: lost },
    5,
    'pass unlike-unknown-routes',
  ],
  ['with the key alone', { turns: [refused], ownKeyed: lost }, 6, 'pass unlike-unknown-routes'],
  [
    'with the key, and without from some moment on',
    { turns: [refused, lost], ownKeyed: lost },
    10,
    'pass unlike-unknown-routes',
  ],
  ['once', { turns: [lost, refused] }, 9, 'pass unlike-unknown-routes'],
  ['from some moment on', { turns: [refused, lost] }, 1, 'pass unlike-unknown-routes'],
  ['always without a key', { turns: [lost] }, 5, 'pass unlike-unknown-routes'],
  ['never', { turns: [refused] }, 1, 'pass unlike-unknown-routes'],
  ['in turn, as a resource that is missing', { turns: [notFound, refused, notFound] }, 1, 'pass unlike-unknown-routes'],
  [
    'in turn, otherwise than unknown routes',
    { turns: [lost, refused, lost], unknown: { status: 410 } },
    9,
    'pass unlike-unknown-routes',
  ],
  ['where nobody gets anything then', { turns: [lost, refused, lost], keyed: lost }, 9, 'pass unlike-unknown-routes'],
  ['where others are hidden too', { turns: [lost, refused, lost], others: lost }, 1, 'pass unlike-unknown-routes'],
  [
    'in turn, as others are that the key is always served by',
    { turns: [lost, refused, lost], others: hiddenInTurn() },
    9,
    'pass unlike-unknown-routes',
  ],
  [
    'in turn, as others are, for the key as well',
    { turns: [lost, refused, lost], others: hiddenInTurn(), keyed: lost },
    9,
    'violation not-there-in-turn',
  ],
])('O1: an operation that is missing %s', ([, replicas, asked, says]) => {
  expect(told(replicas).slice(0, 2)).toEqual([asked, says])
})

test('the finding on an operation that is missing now and then names the exchange with the key', () => {
  const [, , credentials] = told({ turns: [refused, refused, lost, refused], ownKeyed: lost })
  expect(credentials).toEqual(new Set(['none', 'eligible']))
})
