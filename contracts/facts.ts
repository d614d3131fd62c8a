import type { PolicyName, Profile } from '../evidence/results.ts'
import type { Known } from '../fixtures/target.ts'
import type { Facts } from './check.ts'

/** How long silence is waited out, alone (O12). Milliseconds. */
const silences: Readonly<Record<Profile, number>> = { nightly: 60_000, gate: 30_000, cutover: 60_000 }

/** What is known before the first request and no secret: what a plan is made of, beside catalogue and selection. */
export function factsOf(known: Known, profile: Profile, policy: PolicyName, seed: number): Facts {
  return {
    profile,
    policy,
    seed,
    ...(known.isEmbedded === true && profile === 'nightly' ? { asksAll: true } : {}),
    baseUrl: known.baseUrl,
    hasKey: known.keys.eligible !== null,
    has: {
      placementId: known.ids.placementId !== null,
      shortId: known.ids.shortId !== null,
      subscriptionShortId: known.ids.subscriptionShortId !== null,
      embedBody: known.vouched.embedBody !== null,
      choiceBody: known.vouched.choiceBody !== null,
      detailsQuery: known.vouched.detailsQuery !== null,
    },
    restrictedProducts: known.restrictedProducts,
    allowEffects: known.allowEffects,
    silenceMs: silences[profile],
  }
}
