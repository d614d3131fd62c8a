import { expect, test } from 'vitest'
import { choice, embed, listing, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import type { ProbeReply } from '../../trust/fabricated/exchanges.ts'
import { isWatched, type Probe } from '../probe.ts'

const odd = (reply: ProbeReply, is: (probe: Probe) => boolean): Scene => ({
  answers: (asked) => (isWatched(asked) && is(asked) ? reply : undefined),
  checks: ['errors.code', 'request.odd-input', 'request.field-type'],
})

test('a firewall that refuses every body that is not labelled JSON owes no code', () => {
  const answers = ({ body }: Probe) => (body.contentType === undefined ? undefined : '403 -')
  expect(verdictOn(embed, 'errors.code', { answers })).toBe('pass as-documented')
})

test('a firewall that refuses whatever is no JSON asks nobody for a key, and owes no code', () => {
  const blocked: Scene = { answers: ({ body }) => (/^(not|cut)-json$/.test(body.base) ? '403 -' : undefined) }
  expect(verdictOn(choice, 'auth.open-operation', blocked)).toBe('inconclusive refused-for-the-request')
  expect(verdictOn(embed, 'errors.code', blocked)).not.toMatch(/^violation/)
})

test.for([
  ['a member that is null', embed, odd('400 bad', ({ body }) => body.change?.to === 'null'), 'wrong-code'],
  ['a member that is left out', embed, odd('400 -', ({ body }) => body.change?.to === 'absent'), 'code-missing'],
  ['no body', embed, odd('400 -', ({ body }) => body.base === 'empty'), 'code-missing'],
  ['a number below zero', listing, odd('404 -', ({ query }) => query.set[0]?.[1] === '-1'), 'code-missing'],
  ['a filter with a page', listing, odd('400 bad', ({ query }) => query.set.length === 3), 'wrong-code'],
  ['a choice without a member', choice, odd('400 -', ({ body }) => body.change?.to === 'absent'), 'wrong-code'],
  ['422 to a member that is null', embed, odd('422 -', ({ body }) => body.change?.to === 'null'), null],
  ['a long text', listing, odd('400 -', ({ query }) => (query.set[0]?.[1].length ?? 0) > 999), null],
  ['another media type', embed, odd('400 -', ({ body }) => body.contentType !== undefined), null],
  [
    'null where nothing is shown',
    'POST /api/team/general/create',
    odd('400 -', ({ body }) => body.base === 'json-null'),
    null,
  ],
] as const)('an error to odd input owes a code where no firewall minds: %s', ([, operation, scene, cause]) => {
  expect(verdictOn(operation, 'errors.code', scene)).toBe(cause === null ? 'pass as-documented' : `violation ${cause}`)
})
