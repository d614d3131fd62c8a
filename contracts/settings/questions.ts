import type { Reason } from '../../evidence/judgement.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type EnvironmentSetting, environmentSettings } from '../../fixtures/settings.ts'
import type { Known } from '../../fixtures/target.ts'
import type { Facts } from '../check.ts'
import type { Restricted } from '../credentials.ts'
import type { Plan, Selection } from '../plan.ts'
import { EntryList } from '../planning/entries.ts'
import { unlistedWord } from '../planning/unknown-routes.ts'
import { type Particulars, type Probe, probe, probeOf } from '../probe.ts'
import { isGiven } from './given.ts'
import {
  readAddress,
  readAtRest,
  readIdentifier,
  readKey,
  readRefused,
  readVouched,
  type SettingReader,
} from './readings.ts'

/** One request, and the settings that it tells about. */
export interface SettingQuestion {
  readonly settings: readonly EnvironmentSetting[]
  /** The listed operation; null for an unknown route. */
  readonly operation: Operation | null
  readonly probe: Probe
  readonly read: SettingReader
}

/** The most products that are asked with the key that lacks them. */
const productsTried = 3

/** Credentials that the listing must refuse with 403, and what each lacks. */
const restrictions: readonly (readonly [EnvironmentSetting, Restricted, lacks: string])[] = [
  ['RESTRICTED_ACCOUNT_KEY', 'restricted-account', 'an eligible account'],
  ['RESTRICTED_PERMISSION_KEY', 'restricted-permission', 'the permission to read it'],
  ['RESTRICTED_ORIGIN', 'ineligible-origin', 'eligibility'],
]

const eligible = { credential: 'eligible' } as const
const vouched = { ...eligible, purpose: 'vouched' } as const

/**
 * The questions that tell which settings work, in the order in which they are asked. There are 18 requests at most: with a
 * clean-up and a repeat that a limit asks for, 20 are enough.
 */
export function settingQuestions(
  known: Known,
  operations: readonly Operation[],
  seed: number,
): readonly SettingQuestion[] {
  const find = (id: string) => operations.find((one) => one.id === id)
  const [listing, choice, creation] = [
    detailed['details-list'],
    detailed['audience-choice'],
    detailed['embed-create'],
  ].map(find)
  if (listing === undefined) return []
  const { keys, vouched: has } = known
  const word = unlistedWord({ seed }, 'settings')
  const path = `/api/${word}/${word}`
  const unknown = probeOf({ operation: null, method: 'GET', path, value: 'made-up-1', purpose: 'unknown-route' })
  const chosen: Particulars =
    has.choiceBody === null
      ? { body: { base: 'empty-object' }, purpose: 'valid' }
      : { body: { base: 'choice-vouched' }, purpose: 'vouched' }
  const limited = find(known.rateLimitOperation) ?? listing
  const limitedBy: Particulars = { credential: keys.load === null ? 'eligible' : 'load' }
  const isNamed = limited !== listing && (keys.load ?? keys.eligible) !== null

  /** A question about settings, where they are set and the operation is selected. */
  const about = (
    settings: readonly EnvironmentSetting[],
    operation: Operation | undefined,
    read: SettingReader,
    particulars: Particulars,
  ): readonly SettingQuestion[] =>
    operation !== undefined && settings.every((setting) => isGiven(known, setting))
      ? [{ settings, operation, probe: probe(operation, particulars), read }]
      : []

  return [
    ...about(['BASE_URL'], listing, readAddress, {}),
    { settings: [], operation: null, probe: unknown, read: readAddress },
    ...about(['API_KEY'], listing, readKey, eligible),
    ...about(['VALID_DETAILS_QUERY'], listing, readVouched, { ...vouched, query: { base: 'vouched', set: [] } }),
    ...restrictions.flatMap(([setting, credential, lacks]) => {
      const isOwn = credential !== 'ineligible-origin'
      return about([setting], listing, readRefused(lacks, { isOwn, isShown: true }), { credential })
    }),
    ...restrictedReads(known, operations).flatMap((read) =>
      about(
        ['RESTRICTED_PRODUCT_KEY', 'RESTRICTED_PRODUCTS'],
        read,
        readRefused(read.product, { isOwn: true, isShown: read.shown }),
        { credential: 'restricted-product' },
      ),
    ),
    ...Object.entries(environmentSettings).flatMap(([place, { name }]) => {
      const read = operations.find((one) => `ids.${one.identifies}` === place && one.method === 'GET')
      return about([name], read, readIdentifier, keys.eligible === null ? {} : eligible)
    }),
    // The one detailed operation that takes a placement (§4.1). The same request tells of a vouched body.
    ...about(['KNOWN_PLACEMENT_ID'], choice, readIdentifier, chosen),
    ...about(['VALID_CHOICE_BODY'], choice, readVouched, chosen),
    ...about(['VALID_EMBED_BODY'], creation, readVouched, { ...vouched, body: { base: 'embed-vouched' } }),
    ...about(['LOAD_API_KEY'], limited, readKey, limitedBy),
    ...(isNamed ? about(['RATE_LIMIT_OPERATION'], limited, readAtRest, limitedBy) : []),
  ]
}

/** A read of each product that the restricted key lacks. The shown operation comes first: only this one is known to need a key (§5.1). */
function restrictedReads({ restrictedProducts }: Known, operations: readonly Operation[]): readonly Operation[] {
  return restrictedProducts
    .flatMap((product) => {
      const own = operations.filter((one) => one.product === product && one.method === 'GET' && one.effect === 'read')
      return own.find(({ shown }) => shown) ?? own.find(({ path }) => !path.includes('{')) ?? []
    })
    .sort((one, other) => Number(other.shown) - Number(one.shown))
    .slice(0, productsTried)
}

/** A plan of these questions alone. The policy and exclusions hold for them as for every other request. */
export function planOfSettings(
  questions: readonly SettingQuestion[],
  selection: Selection,
  facts: Facts,
  known: Known,
): Plan {
  const entries = new EntryList({ selection, facts, known, everything: questions })
  for (const wanted of questions) entries.add(wanted)
  return {
    facts,
    entries: entries.all,
    questions: [],
    cleanUps: entries.cleanUps(),
    operations: selection.operations,
    unselected: [],
    isWhole: false,
  }
}

/** The questions that settings and policy leave unexercised, whatever the deployment answers. */
export function leftOut({ entries, questions }: Plan): readonly (Reason & { readonly operation: string })[] {
  const byProbe = new Map(entries.map((entry) => [entry.probe.id, entry]))
  return questions.flatMap(({ operation, probes, barred }) => {
    const own = probes.flatMap((id) => byProbe.get(id)?.barred ?? [])
    const reason = barred ?? (own.length > 0 && own.length === probes.length ? (own[0] ?? null) : null)
    return reason === null ? [] : [{ operation, ...reason }]
  })
}
