import { expect, test } from 'vitest'
import { clauses } from '../fixtures/clauses.ts'
import { recordingNames, reportedRun } from '../trust/recordings/recordings.ts'
import type { CitedPlace } from './cited-clause.ts'
import { citedClause, isWithin } from './cited-clause.ts'
import { violation } from './judgement.ts'

const create = 'POST /api/vote/embed/create'
const list = 'GET /api/video/details/all'

function place(check: string, clause: string, more: Partial<CitedPlace> = {}): CitedPlace {
  return { check, clause, sub: null, operation: create, product: 'Embeds', ...more }
}
const wrong = (expected: string) =>
  violation('wrong-code', { expected, observed: '400' }, { status: 400, code: 'no documented code' })
const crash = violation('server-error', { expected: 'below 500', observed: '502' }, { status: 502, request: 'x' })

test.for([
  [
    'a member by its row',
    place('request.field-type', '§2', { sub: 'options[].color' }),
    '§2/vote-embed/options[].color',
  ],
  [
    'a parameter by its row',
    place('request.query-type', '§4', { sub: 'limit', operation: list }),
    '§4/detail/details-list/query/limit',
  ],
  [
    'an error by its row',
    place('errors.code', '§7', { operation: 'GET /api/team/general/all', product: 'Teams' }),
    '§7/400',
  ],
  [
    'a missing operation by its product',
    place('catalog.reachable', '§4', { operation: 'GET /api/team/general/all', product: 'Teams' }),
    '§4/teams',
  ],
  ['a sentence as it is', place('auth.missing-credential', '§5.2'), '§5.2'],
] as const)('a finding cites %s', ([_, where, clause]) =>
  expect(citedClause(where, wrong('400 invalid_request'))).toBe(clause),
)

test.for(['request.odd-input', 'request.malformed-json', 'errors.server-error'])(
  'a server error cites §7, whichever check met it: %s',
  (check) => {
    expect(citedClause(place(check, '§2'), crash)).toBe('§7')
  },
)

test('a member is within the member that holds it, and a sentence is not within its section', () => {
  expect(isWithin('§2/envelope/data.id', '§2/envelope/data')).toBe(true)
  expect(isWithin('§2/vote-embed/options[].id', '§2/vote-embed/options')).toBe(true)
  expect(isWithin('§2/vote-embed/titles', '§2/vote-embed/title')).toBe(false)
  expect(isWithin('§7.2', '§7')).toBe(false)
  expect(isWithin('§7', '§7/401')).toBe(false)
})

test.for(recordingNames)('every finding of a recorded run cites a clause that exists and is no silence: %s', (name) => {
  const shown = new Set<string>(clauses.filter(({ untested }) => untested?.because !== 'silent').map(({ id }) => id))
  for (const { clause, check } of reportedRun(name).results.findings) expect(shown, check).toContain(clause)
})
