import { expect, test } from 'vitest'
import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import {
  allKnown,
  choice,
  embed,
  envelope,
  listing,
  play,
  type Reply,
  type Scene,
} from '../../trust/fabricated/contracts.ts'
import type { Probe } from '../probe.ts'

const operations: readonly OperationId[] = [
  listing,
  choice,
  'GET /api/team/general/all',
  'POST /api/team/general/create',
  'POST /api/account/general/login',
  'GET /api/pay/{shortId}',
]
const withEmbed: readonly OperationId[] = [...operations, embed]
const noKeys = {
  eligible: null,
  load: null,
  restrictedAccount: null,
  restrictedProduct: null,
  restrictedPermission: null,
}

/** One reply to whatever is asked of a listed operation, what teaches where the code stands left out. */
const always = (reply: Reply): Scene => ({
  answers: ({ operation, value, query }) =>
    operation === null || value === 'made-up-1' || query.set.some(([, text]) => text === 'word') ? undefined : reply,
  operations,
})

/** A reply to each credential. */
const by = (replies: Readonly<Record<string, Reply>>): Scene => ({
  answers: ({ credential }: Probe) => replies[credential.split(':')[0] ?? ''],
  operations: withEmbed,
})

const scenes: readonly Scene[] = [
  { operations: withEmbed },
  { operations: withEmbed, facts: { policy: 'safe' } },
  { operations, known: { keys: noKeys, restrictedOrigin: null } },
  { operations, known: { exclude: operations, ids: { ...allKnown.ids, placementId: null } } },
  { operations, unsent: () => ({ cause: 'over-time', message: 'no time was left' }) },
  always(200),
  always(400),
  always(401),
  always('401 -'),
  always(404),
  always('404 -'),
  always(405),
  always(409),
  always('422 nonsense'),
  always({ status: 422, json: { a: 'not_found', b: 'rate_limited' } }),
  always(429),
  always([500, 500]),
  always([500, 200]),
  always('silence'),
  always(['reset', 'reset']),
  always(['reset', 200]),
  always({ status: 201, json: { ...envelope, data: 7 } }),
  always({ status: 200, text: '{', cut: true }),
  always({ status: 200, text: '<p>', type: 'text/html' }),
  always({ status: 200, text: null }),
  always({ status: 200, json: [], type: 'text/plain' }),
  by({ eligible: 400 }),
  by({ eligible: 401 }),
  by({ eligible: 403 }),
  by({ eligible: 404, none: 400 }),
  by({ invalid: 200, 'restricted-account': 200, 'restricted-product': 200, elsewhere: 200, 'ineligible-origin': 401 }),
  by({ invalid: 400, 'restricted-account': 400, 'restricted-product': 404, elsewhere: 400, 'ineligible-origin': 409 }),
  { operations, answers: () => '404 -' },
  { operations, answers: ({ operation }) => (operation === null ? 429 : undefined) },
]

/** What is said of any check alike. */
const settled = /^not-exercised |^inconclusive (no-answer|server-error|limited)$/

function kindOf(operation: string | null): string {
  return operation === listing || operation === embed ? 'shown' : operation === choice ? 'choice' : 'other'
}

/** After a change that is meant: `npx vitest run --project unit contracts/checks/words.test.ts -u`, and read the difference. */
test('every verdict has the words that were read and approved', async () => {
  const lines = new Map<string, string>()
  for (const finding of scenes.flatMap((scene) => play(scene).findings)) {
    const { check, verdict, cause, message, expected, observed, exchanges, clause } = finding
    const what = `${verdict} ${cause}`
    const name = `${check.split(':')[0]} ${clause}, ${kindOf(finding.operation)}`
    const key = settled.test(what) ? what : `${name}: ${what}`
    if (!lines.has(key)) lines.set(key, `${key}: ${message} | ${expected} | ${observed} | ${exchanges.length}`)
  }
  await expect(`${[...lines.values()].sort().join('\n')}\n`).toMatchFileSnapshot('words.snapshot.txt')
})
