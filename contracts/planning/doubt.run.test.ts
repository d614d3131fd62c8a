import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { listedPaths } from '../../fixtures/catalog/routes.ts'
import { drawnBy } from '../../fixtures/random.ts'
import { type Played, play } from '../../trust/fabricated/contracts.ts'
import type { Attempt, ProbeReply } from '../../trust/fabricated/exchanges.ts'
import { operations } from '../../trust/matrix/selections.ts'
import { rounds } from '../../trust/tools/rounds.ts'
import type { Plan } from '../plan.ts'
import type { Probe } from '../probe.ts'

const isListedPath = listedPaths(catalogue.map(({ path }) => path))

type Answers = (probe: Probe) => ProbeReply | undefined

/** The last folder of its product: the routes that the product is always compared with stand in other folders. */
const folder = '/api/team/subcategory'
const missing = `GET ${folder}/all`
const all = catalogue
  .filter((one) => operations.includes(one) || one.path.startsWith(`${folder}/`))
  .map(({ id }) => id as OperationId)
/** The plan with all witnesses asked. They bring everything else that waits for doubt. */
const asDoubted = (plan: Plan): Plan => ({
  ...plan,
  entries: plan.entries.map((entry) => (entry.probe.purpose === 'witness' ? { ...entry, when: null } : entry)),
})
const asked = (answers: Answers, changed?: (plan: Plan) => Plan): Played =>
  play({ operations: all, catalogue: all, checks: ['catalog.reachable'], answers, ...(changed ? { changed } : {}) })

const words = ({ findings }: Played) =>
  findings.map(({ operation, verdict, cause }) => `${operation} ${verdict} ${cause}`)
const sent = ({ plan, exchanges }: Played, purpose: Probe['purpose']) => {
  const ids = new Set(exchanges.map(({ probe }) => probe))
  return plan.entries.map(({ probe }) => probe).filter((one) => one.purpose === purpose && ids.has(one.id))
}
const verdictOf = ({ findings }: Played, id: string) => findings.find(({ operation }) => operation === id)?.verdict

/** The folder's router has a `not_found` of its own, which the missing operation gets as well. */
const ofRouter: Attempt = { status: 404, json: { code: 'not_found', message: 'nothing of this name here' } }
const behindRouter =
  (gone: string | null): Answers =>
  ({ operation, path }) =>
    path.startsWith(`${folder}/`) && (operation === gone || (operation === null && !isListedPath(path)))
      ? ofRouter
      : undefined

describe('requests that only tell of an operation in doubt', () => {
  test('are not sent where every operation answers otherwise than unlisted routes', () => {
    const resources: Answers = ({ operation, method, credential }) =>
      operation !== null && method === 'GET' && credential === 'eligible' ? '404 not_found' : undefined
    for (const answers of [resources, behindRouter(null)]) {
      const run = asked(answers)
      expect(sent(run, 'witness')).toEqual([])
      const beside = sent(run, 'unknown-route').filter(({ group }) => group?.includes(' beside '))
      expect(beside.filter(({ credential }) => credential !== 'eligible')).toEqual([])
      expect(beside.length).toBe(answers === resources ? 8 : 0)
      expect(words(run)).toEqual(words(asked(answers, asDoubted)))
    }
  })

  test.for<[string, Answers]>([
    ['the answer of unknown routes of its product', ({ operation }) => (operation === missing ? '404 -' : undefined)],
    [
      'a page of a gateway in front',
      ({ operation }) => (operation === missing ? { status: 404, text: 'no' } : undefined),
    ],
    ['the `not_found` of the router of its folder', behindRouter(missing)],
    [
      'silence',
      ({ operation, credential }) =>
        operation === missing ? (credential === 'none' ? '404 -' : ['reset', 'reset']) : undefined,
    ],
  ])('are all sent where one operation gets %s', ([, answers]) => {
    const run = asked(answers)
    const doubted = asked(answers, asDoubted)
    expect(sent(run, 'witness').length).toBeGreaterThan(20)
    expect(sent(run, 'witness')).toEqual(sent(doubted, 'witness'))
    expect(sent(run, 'unknown-route')).toEqual(sent(doubted, 'unknown-route'))
    expect(words(run)).toEqual(words(doubted))
    expect(verdictOf(run, missing)).not.toBe('pass')
  })

  test('wait until sessions are asked, where only those leave doubt', () => {
    const login = 'POST /api/account/general/login'
    const run = asked(({ operation }) => (operation === login ? '404 -' : undefined))
    expect(new Set(sent(run, 'witness').map(({ group }) => group))).toEqual(new Set(['OPTIONS /api/account 5']))
    expect(verdictOf(run, login)).toBe('violation')
  })
})

test('a session operation in doubt brings witnesses late, and the verdicts are those of asking all of them', () => {
  const reset = 'PUT /api/account/general/reset'
  const accounts = catalogue.filter(({ product, path }) => product === 'Accounts' && !path.includes('{'))
  // OPTIONS is an unknown route everywhere: it tells nothing, and only the router of the folder says otherwise.
  const answers: Answers = ({ operation, path, method }) => {
    const isGone = operation === reset || (operation === null && (method !== 'OPTIONS' || path.endsWith('/reset')))
    return path.startsWith('/api/account/general/') && (isGone || !isListedPath(path)) ? ofRouter : undefined
  }
  const operations = accounts.map(({ id }) => id as OperationId)
  const scene = { operations, catalogue: operations, checks: ['catalog.reachable'], answers } as const
  const run = play(scene)
  expect(sent(run, 'witness').length).toBeGreaterThan(10)
  expect(words(run)).toEqual(words(play({ ...scene, changed: asDoubted })))
})

const palette = fc.array(
  fc.constantFrom<Attempt>(
    ...[200, 400, 401, 403, 404, 405, 429],
    ...(['404 -', '404 invalid_request', '410 not_found', '400 -', 'reset'] as const),
    { status: 404, json: { message: 'a not_found, you see' } },
    { status: 404, text: 'nothing here' },
    { status: 404, json: { code: 'not_found', message: 'no such route' } },
  ),
  { minLength: 1, maxLength: 5 },
)
/** What the answers of a deployment depend on: the fewer parts, the more answers are alike. */
const turnsOn = fc.record({
  salt: fc.nat(),
  listed: fc.boolean(),
  credential: fc.boolean(),
  body: fc.boolean(),
  method: fc.boolean(),
  segments: fc.integer({ min: 2, max: 6 }),
  seldom: fc.constantFrom(1, 2, 5),
})

test('whatever is answered, sending requests that wait for doubt without one changes no verdict', () => {
  fc.assert(
    fc.property(palette, turnsOn, (list, on) => {
      const answers: Answers = ({ operation, credential, body, method, path }) => {
        const parts = [
          ...[on.salt, on.listed && operation === null, on.credential && credential, on.body && body.base],
          ...[on.method && method, path.split('/').slice(0, on.segments).join('/')],
        ]
        if (drawnBy(`seldom ${parts.join(' ')}`, on.seldom) > 0) return undefined
        return list[drawnBy(parts.join(' '), list.length)]
      }
      expect(words(asked(answers))).toEqual(words(asked(answers, asDoubted)))
    }),
    { numRuns: rounds(8), ...(rounds(1) === 1 ? { seed: 17 } : {}) },
  )
})
