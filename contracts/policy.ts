import type { PolicyName } from '../evidence/results.ts'
import { cannotBeValid } from '../fixtures/bodies/body.ts'
import type { Effect, Operation } from '../fixtures/catalog/operation.ts'
import type { Probe } from './probe.ts'

/** Why a probe may not be sent: a slug for `cause`, and a sentence. */
export interface Barred {
  readonly cause: string
  readonly message: string
}

/** What a policy looks at. */
export interface Situation {
  readonly operation: Pick<Operation, 'effect' | 'detail' | 'method'> | null
  readonly probe: Probe
  readonly allowEffects: readonly Effect[]
}

/** One rule: where it applies, and what it then forbids. */
interface Rule extends Barred {
  readonly forbids: (situation: Situation) => boolean
}

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const harmless = (probe: Probe) => probe.credential === 'none' || probe.credential === 'invalid:random'
const elsewhere = (probe: Probe) => probe.credential.startsWith('elsewhere:')
const keyed = (probe: Probe) => probe.credential !== 'none' && !probe.credential.startsWith('invalid:')
const grave: readonly Effect[] = ['delete', 'money', 'message', 'session']

/** docs/policy.md as data: the first rule that forbids a probe names the reason. */
const rules: Readonly<Record<PolicyName, readonly Rule[]>> = {
  full: [
    {
      cause: 'effect-not-allowed',
      message:
        'a keyed probe of an operation with this effect may carry only a body that cannot be valid (ALLOW_EFFECTS lifts it)',
      forbids: ({ operation, probe, allowEffects }) =>
        operation !== null &&
        operation.detail === null &&
        grave.includes(operation.effect) &&
        !allowEffects.includes(operation.effect) &&
        keyed(probe) &&
        !cannotBeValid(probe.body),
    },
  ],
  safe: [
    {
      cause: 'policy-key-elsewhere',
      message: 'the safe policy sends the key in its one header only',
      forbids: ({ probe }) => elsewhere(probe),
    },
    {
      cause: 'policy-keyed-write',
      message: 'the safe policy sends no key, and nothing made from one, with a method that writes',
      forbids: ({ probe }) => !readingMethods.has(probe.method) && !harmless(probe),
    },
    {
      cause: 'policy-readable-body',
      message: 'the safe policy sends with a method that writes only a body that cannot be valid',
      forbids: ({ probe }) => !readingMethods.has(probe.method) && !cannotBeValid(probe.body),
    },
    {
      cause: 'policy-known-id',
      message: 'the safe policy sends no known identifier with a method that writes',
      forbids: ({ probe }) =>
        !readingMethods.has(probe.method) && probe.path.includes('{') && !probe.value.startsWith('made-up'),
    },
  ],
}

/** Says whether the policy of a target forbids a probe, or null where it may be sent. */
export function barredBy(policy: PolicyName, situation: Situation): Barred | null {
  const rule = rules[policy].find((candidate) => candidate.forbids(situation))
  return rule === undefined ? null : { cause: rule.cause, message: rule.message }
}

/** A clean-up is declared for what a run made, and that is its permission; the safe policy makes nothing and undoes nothing. */
export function cleanUpBarredBy(policy: PolicyName): Barred | null {
  if (policy === 'full') return null
  return { cause: 'policy-clean-up', message: 'the safe policy creates nothing with a key, and so undoes nothing' }
}
