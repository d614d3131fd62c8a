import { expect, test } from 'vitest'
import type { Probe } from '../contracts/probe.ts'
import { catalogue, type OperationId } from '../fixtures/catalog/catalog.ts'
import { besides, isTeams } from '../trust/fabricated/besides.ts'
import { play, type Scene } from '../trust/fabricated/contracts.ts'
import type { ProbeReply } from '../trust/fabricated/exchanges.ts'
import { onlyLimited, ownKeyNotes } from './own-key.ts'

const nowAndThen = (operations: string) => [`the own key was refused now and then (401) by ${operations} of Teams`]
const isRead = ({ method }: Pick<Probe, 'method'>) => method === 'GET'
const isOdd = ({ purpose }: Probe) => purpose === 'odd'

test.for<[string, (probe: Probe) => ProbeReply | undefined, readonly string[]]>([
  ['plain reads alone', (probe) => (isRead(probe) && !isOdd(probe) ? 401 : 200), nowAndThen('6 operations')],
  [
    'a null on one operation alone, where {} is told to lack something',
    ({ operation, method, body: { base } }) =>
      isRead({ method })
        ? undefined
        : base === 'json-null' && operation?.includes('/general/create') === true
          ? 401
          : 400,
    nowAndThen('1 operation'),
  ],
  ['each null: that may be a rule', ({ body }) => (body.base === 'json-null' ? 401 : undefined), []],
  ['made-up identifiers alone: they name nothing', ({ value }) => (value === 'known' ? 200 : 401), []],
  ['odd texts alone: a firewall may mind them', (probe) => (isRead(probe) && isOdd(probe) ? 401 : undefined), []],
  [
    'all but unreadable bodies: what comes first is not shown',
    ({ body }) => (body.base === 'not-json' ? 400 : 401),
    ['the own key was refused by 6 of 52 operations'],
  ],
])('a key that operations of a product refuse and take is told: %s', ([, reply, said]) => {
  const answers: Scene['answers'] = (probe) =>
    isTeams(probe.operation) && probe.credential === 'eligible' ? reply(probe) : undefined
  expect(besides(answers)).toEqual(said)
})

test.for<[string, ProbeReply, readonly string[]]>([
  ['served', 200, ['the own key was refused (401) where a restricted one was served: GET /api/team/category/all']],
  ['refused', 403, []],
  ['refused as well, as where a session is wanted', 401, []],
])('O20: one operation that refuses the own key is named where a restricted key is %s', ([, restricted, said]) => {
  const answers: Scene['answers'] = ({ operation, credential }) => {
    if (operation !== 'GET /api/team/category/all') return undefined
    return credential === 'restricted-permission' ? restricted : credential === 'eligible' ? 401 : undefined
  }
  expect(besides(answers)).toEqual(said)
})

test('session operations may answer 401 for reasons of their own', () => {
  const sessions = catalogue.filter(({ session }) => session).map(({ id }) => id as OperationId)
  const answers: Scene['answers'] = ({ purpose, credential }) =>
    credential === 'eligible' && purpose === 'plain' ? 401 : undefined
  const judged = play({ operations: sessions, answers })
  expect(ownKeyNotes(judged.plan.operations, judged).join()).not.toContain('now and then')
})

/** Reads: other operations get the key with a broken body alone. */
const readsOfTeams = catalogue.flatMap(({ id, method }) => (isTeams(id) && method === 'GET' ? [id as OperationId] : []))

test('a key shows nothing where it met nothing but a limit, on five operations or more', () => {
  const onTeams = (count: number, answers: NonNullable<Scene['answers']>) => {
    const operations = readsOfTeams.slice(0, count)
    return onlyLimited(play({ operations, learns: false, answers }))
  }
  const limited: NonNullable<Scene['answers']> = ({ credential }) => (credential === 'eligible' ? 429 : undefined)
  expect(onTeams(5, limited)).toMatch(/^The own key was refused by a limit whatever was asked of 5 operations/)
  const looksFirst: typeof limited = (probe) => (isOdd(probe) ? 400 : limited(probe))
  expect(onTeams(5, looksFirst)).toMatch(/of 5 operations/)
  expect(onTeams(4, limited)).toBeNull()
  expect(onTeams(5, (probe) => (probe.operation === readsOfTeams[0] ? undefined : limited(probe)))).toBeNull()
})
