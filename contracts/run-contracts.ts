import { createHash, randomInt } from 'node:crypto'
import type { Exchange } from '../evidence/exchange.ts'
import { type Redact, redaction } from '../evidence/redaction/redaction.ts'
import type { PolicyName, Profile } from '../evidence/results.ts'
import { catalogue as listed } from '../fixtures/catalog/catalog.ts'
import { type Known, secretsOf } from '../fixtures/target.ts'
import { ask } from './ask/ask.ts'
import type { Asked, Progress } from './ask/ask-options.ts'
import type { TransportSecurity } from './ask/connections.ts'
import { supertestTransport, type Transport } from './ask/transport.ts'
import type { Facts } from './check.ts'
import { type Created, cleanUp, createdBy, isWaitedFor } from './clean-up.ts'
import { basic, invalidKey } from './compose.ts'
import { type Judged, judge } from './judge.ts'
import { makePlan, type Plan, type Selection } from './plan.ts'
import { invalidForms } from './probe.ts'

/** What a contract run is asked to do. Times in milliseconds. */
export interface ContractOptions {
  readonly known: Known
  readonly profile: Profile
  readonly policy: PolicyName
  readonly seed: number
  readonly selection: Selection
  readonly concurrency: number
  readonly timeoutMs: number
  readonly maxDurationMs: number
  /** How long the target may take to come up. */
  readonly waitMs: number
  readonly userAgent: string
  readonly signal: AbortSignal
  /** How long silence is waited out, alone (O12); the profile's unless given. */
  readonly silenceMs?: number
  readonly security?: TransportSecurity
  /** In place of the supertest agent: recordings and tests. */
  readonly transport?: Transport
  readonly record?: (exchange: Exchange) => void
  readonly progress?: (progress: Progress) => void
}

/** A contract run, judged. */
export interface ContractRun extends Judged, Asked {
  readonly plan: Plan
  readonly exchanges: readonly Exchange[]
  /** What this run created, and what of that is still there. */
  readonly created: { readonly all: readonly Created[]; readonly left: readonly Created[] }
}

/** The longest wait that is kept for a limit, by profile. */
const longestWaits: Readonly<Record<Profile, number>> = { nightly: 120_000, gate: 60_000, cutover: 60_000 }

/** How long silence is waited out, alone (O12). */
const silences: Readonly<Record<Profile, number>> = { nightly: 60_000, gate: 30_000, cutover: 60_000 }

/** How long undoing what was created may take beyond the longest duration of a run. */
const cleanUpMs = 15_000

/** A seed for a run that was given none. */
export function randomSeed(): number {
  return randomInt(1, 2 ** 31)
}

/** Every operation and every check. */
export const everything: Selection = {
  operations: listed,
  catalogue: listed,
  checks: () => true,
  excluded: () => false,
}

/** What is known beforehand and no secret. */
export function factsOf(known: Known, profile: Profile, policy: PolicyName, seed: number): Facts {
  return {
    profile,
    policy,
    seed,
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

/** Digests that a server may write in a key's place; they are as secret as the key. */
function digests(secret: string): readonly string[] {
  return ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => createHash(algorithm).update(secret).digest(form)),
  )
}

/** The one redaction of a run: of every secret of the settings and all that is made from one. */
export function redactionFor(known: Known, seed: number, times = 1): Redact {
  const secrets = secretsOf(known)
  const made = invalidForms
    .filter((form) => form === 'middle-changed' || form === 'last-left-out' || form === 'appended')
    .flatMap((form) => invalidKey(form, known.keys.eligible, seed) ?? [])
  return redaction([...secrets, ...made, ...secrets.map(basic)], { derived: secrets.flatMap(digests), times })
}

/** The plan of a contract run: pure, nothing is sent. */
export function planContracts(
  options: Pick<ContractOptions, 'known' | 'profile' | 'policy' | 'seed' | 'selection' | 'silenceMs'>,
): Plan {
  const { known, profile, policy, seed, selection } = options
  const facts = factsOf(known, profile, policy, seed)
  return makePlan(selection, { ...facts, silenceMs: options.silenceMs ?? facts.silenceMs }, known)
}

/** Plans, asks and judges. Never rejects for what a deployment does. */
export async function runContracts(options: ContractOptions): Promise<ContractRun> {
  const plan = planContracts(options)
  const { known, concurrency } = options
  const transport = options.transport ?? supertestTransport(known.baseUrl, concurrency, options.security)
  const exchanges: Exchange[] = []
  const startedAt = Date.now()
  const { userAgent, timeoutMs, signal, seed } = options
  const redact = redactionFor(known, seed)
  const record = (exchange: Exchange) => {
    exchanges.push(exchange)
    options.record?.(exchange)
  }
  const sending = { known, transport, redact, userAgent, timeoutMs, signal, record }
  try {
    const asked = await ask(plan, {
      ...sending,
      concurrency,
      patience: { longestWaitMs: longestWaits[options.profile], attempts: 3, repeats: 3, random: Math.random },
      deadline: startedAt + options.maxDurationMs,
      upBy: startedAt + options.waitMs,
      progress: options.progress ?? (() => {}),
    })
    const all = createdBy(
      exchanges,
      known.cleanUps.map((rule) => rule.created),
    )
    const mayUndo = options.policy === 'full' && asked.stopped === null && !isWaitedFor(exchanges, Date.now())
    const deadline = Math.max(startedAt + options.maxDurationMs, Date.now()) + cleanUpMs
    const left = mayUndo ? await cleanUp(all, { ...sending, seed, deadline }) : all
    return { plan, exchanges, created: { all, left }, ...asked, ...judge({ plan, exchanges, unsent: asked.unsent }) }
  } finally {
    transport.close()
  }
}
