import { type Asked, type AskOptions, ask } from '../../contracts/ask/ask.ts'
import type { TransportSecurity } from '../../contracts/ask/connections.ts'
import { supertestTransport, type Transport } from '../../contracts/ask/transport.ts'
import { factsOf } from '../../contracts/facts.ts'
import { type Judged, judge } from '../../contracts/judge.ts'
import type { Plan, Selection } from '../../contracts/plan.ts'
import { makePlan } from '../../contracts/planning/make-plan.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import type { Redact } from '../../evidence/redaction/redaction.ts'
import type { PolicyName, Profile } from '../../evidence/results.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { redactionFor } from '../../run/redaction.ts'

/** Options of a contract run in this process: of its plan, and of its asking. Times in milliseconds. */
export interface ContractOptions extends Omit<AskOptions, 'record' | 'redact' | 'transport'> {
  readonly security?: TransportSecurity
  /** @default a supertest agent */
  readonly transport?: Transport
  readonly profile: Profile
  readonly policy: PolicyName
  readonly seed: number
  readonly selection: Selection
  /** How long a silent probe is waited for when it is asked alone (O12). @default the profile's */
  readonly silenceMs?: number
  readonly record?: (exchange: Exchange) => void
}

/** A contract run, judged. */
export interface ContractRun extends Judged, Asked {
  readonly plan: Plan
  readonly exchanges: readonly Exchange[]
}

/** Every operation and every check. */
export const everything: Selection = {
  operations: catalogue,
  catalogue,
  checks: () => true,
  excluded: () => false,
  untouched: [],
}

/** Makes the plan of a contract run. Nothing is sent. */
export function planContracts({ known, profile, policy, seed, selection, silenceMs }: ContractOptions): Plan {
  const facts = factsOf(known, profile, policy, seed)
  return makePlan(selection, { ...facts, silenceMs: silenceMs ?? facts.silenceMs }, known)
}

const redactions = new Map<string, Redact>()

/** Keeps redactions for runs without a socket: hundreds share their settings, and making one takes as long as a short run. */
function redactionOf({ known, seed, transport }: ContractOptions): Redact {
  if (transport === undefined) return redactionFor(known, seed)
  const settings = `${seed} ${JSON.stringify(known)}`
  const redact = redactions.get(settings) ?? redactionFor(known, seed)
  if (redactions.size > 50) redactions.clear()
  redactions.set(settings, redact)
  return redact
}

/** Plans, asks and judges a contract run, without a run folder. */
export async function runContracts(options: ContractOptions): Promise<ContractRun> {
  const plan = planContracts(options)
  const exchanges: Exchange[] = []
  const { known, concurrency, security, transport = supertestTransport(known.baseUrl, concurrency, security) } = options
  const asked = await ask(plan, {
    ...options,
    transport,
    redact: redactionOf(options),
    record: (exchange) => {
      exchanges.push(exchange)
      options.record?.(exchange)
    },
  })
  const judged = judge({ plan, exchanges, unsent: asked.unsent })
  return { plan, exchanges, ...asked, ...judged, findings: [...judged.findings, ...judged.met] }
}
