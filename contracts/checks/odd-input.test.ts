import { expect, test } from 'vitest'
import { embed, listing, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import type { ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const eligible = (reply: ProbeReply, is: (probe: Probe) => boolean): Scene => ({
  answers: (asked) => (asked.credential === 'eligible' && is(asked) ? reply : undefined),
  checks: ['request.odd-input', 'request.valid'],
})
const channel = ({ query }: Probe) => query.set[0]?.[0] === 'channel' && query.set[0][1] === 'a plain text'
const paged = ({ query }: Probe) => query.set[0]?.[0] === 'channel' && query.set.length === 3
const text = ({ query }: Probe) =>
  query.set.some(([, value]) => value === 'a plain text' || value === 'asc' || value === 'desc')

test.for([
  ['401 to one plain text', listing, 'plain-text', eligible(401, channel), 'violation eligible-key-refused'],
  [
    '401 to one filter with a page',
    listing,
    'filter-with-page',
    eligible(401, paged),
    'violation eligible-key-refused',
  ],
  ['403 to one plain text', listing, 'plain-text', eligible(403, channel), 'pass stands'],
  ['401 to each plain text', listing, 'plain-text', eligible(401, text), 'pass stands'],
  [
    '401 to what a firewall may mind',
    listing,
    'odd-form',
    eligible(401, ({ query }) => query.set.length === 1),
    'pass stands',
  ],
  [
    '401 to null',
    embed,
    'null',
    eligible(401, ({ body }) => body.change?.to === 'null'),
    'violation eligible-key-refused',
  ],
  ['401 to an odd text', embed, 'odd-form', eligible(401, ({ body }) => body.change?.path === 'name'), 'pass stands'],
] as const)('whether odd input alone gets the eligible key refused: %s', ([, operation, sub, scene, verdict]) => {
  expect(verdictOn(operation, `request.odd-input:${sub}`, scene)).toBe(verdict)
})

test.for([
  ['GET /api/pages/leads/get', 'leadId'],
  ['GET /api/events/general/get', 'eventId'],
  ['GET /api/team/general/get', 'teamId'],
] as const)('%s is asked for nothing by its id, by its name and by its %s', ([operation, member]) => {
  const { plan } = play({ operations: [operation], checks: ['request.odd-input'] })
  const asked = plan.entries.map(({ probe }) => probe.query.set.map(([name]) => name).slice(0, -1))
  expect(asked).toContainEqual(['id', 'name', member])
})

test('what gets something by its path is asked for nothing, in the form of the known identifier', () => {
  const { plan } = play({ operations: ['GET /api/ads/attribution/get/{attributionId}'], checks: ['request.odd-input'] })
  const asked = plan.entries.filter(({ probe }) => probe.purpose === 'odd' && probe.query.set.length > 0)
  expect(asked.map(({ probe }) => probe.value)).toEqual(['made-up-1'])
})

test.for(['GET /api/team/general/get', 'GET /api/ads/attribution/get/{attributionId}'] as const)(
  'a firewall that lets no query of more than 2 KB through does not keep %s from being asked for nothing',
  (operation) => {
    const answers = ({ query: { set }, value }: Probe): ProbeReply | undefined => {
      const isLong = encodeURIComponent(set.flat().join()).length > 2048
      if (isLong) return '403 -'
      const isNothing = set.some(([name]) => name === 'id') || (set.length > 0 && value === 'made-up-1')
      return isNothing ? [500, 500, 500, 500] : undefined
    }
    expect(verdictOn(operation, 'request.odd-input', { answers })).toBe('violation server-error')
  },
)
