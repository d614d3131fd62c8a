import { detailed } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { EnvironmentSetting } from '../../fixtures/settings.ts'
import type { Known } from '../../fixtures/target.ts'
import type { Restricted } from '../credentials.ts'
import { unlistedWord } from '../planning/unknown-routes.ts'
import { identified, type Particulars, type Probe, probe } from '../probe.ts'
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

/** What questions are made of. */
interface Trying {
  readonly known: Known
  readonly listing: Operation
  readonly operation: (id: string) => Operation | undefined
  readonly operations: readonly Operation[]
}

/** The most products that are asked with the key that lacks them. */
const productsTried = 3

/**
 * The questions that tell which settings work, in the order in which they are asked. There are 18 requests at most: with a
 * clean-up and a repeat that a limit asks for, 20 are enough.
 */
export function settingQuestions(
  known: Known,
  operations: readonly Operation[],
  seed: number,
): readonly SettingQuestion[] {
  const operation = (id: string) => operations.find((one) => one.id === id)
  const listing = operation(detailed['details-list'])
  if (listing === undefined) return []
  const trying = { known, listing, operation, operations }
  const word = unlistedWord({ seed }, 'settings')
  const unlisted: Particulars = { value: 'made-up-1', purpose: 'unknown-route' }
  const unknown = identified({ ...probe(listing, unlisted), operation: null, path: `/api/${word}/${word}` })
  const questions: readonly SettingQuestion[] = [
    { settings: ['BASE_URL'], operation: listing, probe: probe(listing), read: readAddress },
    { settings: [], operation: null, probe: unknown, read: readAddress },
    ...ofKey(listing),
    ...ofRestrictions(listing),
    ...ofProducts(trying),
    ...ofIdentifiers(trying),
    ...ofPlacement(trying),
    ...ofBodies(trying),
    ...ofLimits(trying),
  ]
  return questions.filter(({ settings }) => settings.every((setting) => isGiven(known, setting)))
}

function ofKey(listing: Operation): readonly SettingQuestion[] {
  const plain = probe(listing, { credential: 'eligible' })
  const vouched = probe(listing, { credential: 'eligible', query: { base: 'vouched', set: [] }, purpose: 'vouched' })
  return [
    { settings: ['API_KEY'], operation: listing, probe: plain, read: readKey },
    { settings: ['VALID_DETAILS_QUERY'], operation: listing, probe: vouched, read: readVouched },
  ]
}

/** Credentials that the listing must refuse with 403, and what each lacks. */
const restrictions: readonly (readonly [EnvironmentSetting, Restricted, lacks: string])[] = [
  ['RESTRICTED_ACCOUNT_KEY', 'restricted-account', 'an eligible account'],
  ['RESTRICTED_PERMISSION_KEY', 'restricted-permission', 'the permission to read it'],
  ['RESTRICTED_ORIGIN', 'ineligible-origin', 'eligibility'],
]

function ofRestrictions(listing: Operation): readonly SettingQuestion[] {
  return restrictions.map(([setting, credential, lacks]) => ({
    settings: [setting],
    operation: listing,
    probe: probe(listing, { credential }),
    read: readRefused(lacks, { isOwn: credential !== 'ineligible-origin', isShown: true }),
  }))
}

function ofProducts({ known, operations }: Trying): readonly SettingQuestion[] {
  // The shown operation first: only this one is known to need a key (§5.1).
  const reads = known.restrictedProducts
    .flatMap((product) => {
      const own = operations.filter((one) => one.product === product && one.method === 'GET' && one.effect === 'read')
      return own.find(({ shown }) => shown) ?? own.find(({ path }) => !path.includes('{')) ?? []
    })
    .sort((one, other) => Number(other.shown) - Number(one.shown))
  return reads.slice(0, productsTried).map((operation) => ({
    settings: ['RESTRICTED_PRODUCT_KEY', 'RESTRICTED_PRODUCTS'],
    operation,
    probe: probe(operation, { credential: 'restricted-product' }),
    read: readRefused(operation.product, { isOwn: true, isShown: operation.shown }),
  }))
}

/** The settings of identifiers that a read takes. */
const identifiers = [
  ['KNOWN_SHORT_ID', 'shortId'],
  ['KNOWN_SUBSCRIPTION_SHORT_ID', 'subscriptionShortId'],
  ['KNOWN_ACCOUNT_ID', 'accountId'],
  ['KNOWN_ATTRIBUTION_ID', 'attributionId'],
  ['KNOWN_PAYMENT_LINK_ID', 'paymentLinkId'],
] as const satisfies readonly (readonly [EnvironmentSetting, keyof Known['ids']])[]

function ofIdentifiers({ known, operations }: Trying): readonly SettingQuestion[] {
  const credential = known.keys.eligible === null ? 'none' : 'eligible'
  return identifiers.flatMap(([setting, name]) => {
    const operation = operations.find((one) => one.identifies === name && one.method === 'GET')
    if (operation === undefined) return []
    return { settings: [setting], operation, probe: probe(operation, { credential }), read: readIdentifier }
  })
}

/** The audience choice is the one detailed operation that takes a placement (§4.1). The same request tells of a vouched body. */
function ofPlacement({ known, operation }: Trying): readonly SettingQuestion[] {
  const choice = operation(detailed['audience-choice'])
  if (choice === undefined) return []
  const isVouched = known.vouched.choiceBody !== null
  const asked = probe(choice, {
    body: { base: isVouched ? 'choice-vouched' : 'empty-object' },
    purpose: isVouched ? 'vouched' : 'valid',
  })
  const own = { operation: choice, probe: asked }
  return [
    { settings: ['KNOWN_PLACEMENT_ID'], ...own, read: readIdentifier },
    { settings: ['VALID_CHOICE_BODY'], ...own, read: readVouched },
  ]
}

function ofBodies({ operation }: Trying): readonly SettingQuestion[] {
  const creation = operation(detailed['embed-create'])
  if (creation === undefined) return []
  const asked = probe(creation, { credential: 'eligible', body: { base: 'embed-vouched' }, purpose: 'vouched' })
  return [{ settings: ['VALID_EMBED_BODY'], operation: creation, probe: asked, read: readVouched }]
}

function ofLimits({ known, listing, operation }: Trying): readonly SettingQuestion[] {
  const { load, eligible } = known.keys
  const limited = operation(known.rateLimitOperation) ?? listing
  const asked = { operation: limited, probe: probe(limited, { credential: load === null ? 'eligible' : 'load' }) }
  const isNamed = limited !== listing && (load ?? eligible) !== null
  return [
    { settings: ['LOAD_API_KEY'], ...asked, read: readKey },
    ...(isNamed ? [{ settings: ['RATE_LIMIT_OPERATION'] as const, ...asked, read: readAtRest }] : []),
  ]
}
