import { expect, test } from 'vitest'
import { besides, isTeams, operations } from '../trust/fabricated/besides.ts'
import { allKnown, play, type Scene } from '../trust/fabricated/contracts.ts'
import { oneAnswerNotes } from './one-answer.ts'

const same = { status: 200, json: { state: 'ok', at: 7 } }

test('a product that answers everything alike is told', () => {
  const said = besides(({ operation }) => (isTeams(operation) ? same : undefined))
  expect(said).toEqual(['one answer to everything, with the key and without one, came from Teams (200)'])
})

test.for<[string, NonNullable<Scene['answers']>]>([
  ['the key is served otherwise', ({ credential }) => (credential === 'eligible' ? 200 : 401)],
  ['one operation is answered otherwise', ({ operation }) => (operation?.endsWith('/all') === true ? 200 : same)],
  ['a broken body is answered otherwise', ({ body }) => (body.base === 'not-json' ? 400 : same)],
  ['one request was limited', ({ credential, method }) => (credential === 'none' && method === 'GET' ? 429 : same)],
])('a product is not told where %s', ([, answers]) => {
  const said = besides((probe) => (isTeams(probe.operation) ? answers(probe) : undefined))
  expect(said.join()).not.toContain('one answer')
})

test('a product that the key was not asked of is not told, and neither is one operation', () => {
  const told = (scene: Scene) => {
    const judged = play({ ...scene, answers: ({ operation }) => (isTeams(operation) ? same : undefined) })
    return oneAnswerNotes(judged.plan.operations, judged, [])
  }
  expect(told({ operations })).toEqual([
    'one answer to everything, with the key and without one, came from Teams (200)',
  ])
  expect(told({ operations: ['GET /api/team/general/all'] })).toEqual([])
  const keys = { ...allKnown.keys, eligible: null }
  expect(told({ operations, known: { keys } })).toEqual([])
})
