import type { PolicyName, Profile } from '../evidence/results.ts'
import type { Known } from '../fixtures/target.ts'
import { type Facts, mayBeGiven } from './check.ts'

/** How long an operation, asked alone, may be silent before its silence counts (O12). Milliseconds. */
const silences: Readonly<Record<Profile, number>> = { nightly: 60_000, gate: 30_000, cutover: 60_000 }

/** What is known before the first request, without secrets. A plan is made from these facts, the catalogue and the selection. */
export function factsOf(known: Known, profile: Profile, policy: PolicyName, seed: number): Facts {
  const given = { ...known.ids, ...known.vouched }
  return {
    profile,
    policy,
    seed,
    ...(known.isEmbedded === true && profile === 'nightly' ? { asksAll: true } : {}),
    baseUrl: known.baseUrl,
    hasKey: known.keys.eligible !== null,
    has: Object.fromEntries(mayBeGiven.map((name) => [name, given[name] !== null])) as Facts['has'],
    restrictedProducts: known.restrictedProducts,
    allowEffects: known.allowEffects,
    silenceMs: silences[profile],
  }
}
