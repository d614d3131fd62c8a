import { because, type Reason } from '../evidence/judgement.ts'
import type { PolicyName } from '../evidence/results.ts'
import { cannotBeValid } from '../fixtures/bodies/body.ts'
import type { Effect, Operation } from '../fixtures/catalog/operation.ts'
import type { Probe } from './probe.ts'

/** What a policy looks at. */
export interface Situation {
  readonly operation: Pick<Operation, 'effect' | 'detail' | 'method'> | null
  readonly probe: Probe
  readonly allowEffects: readonly Effect[]
}

/** One rule: where it applies, and what it then forbids. */
interface Rule {
  readonly why: Reason
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
      why: because('effect-not-allowed'),
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
      why: because('policy-key-elsewhere'),
      forbids: ({ probe }) => elsewhere(probe),
    },
    {
      why: because('policy-keyed-write'),
      forbids: ({ probe }) => !readingMethods.has(probe.method) && !harmless(probe),
    },
    {
      why: because('policy-readable-body'),
      forbids: ({ probe }) => !readingMethods.has(probe.method) && !cannotBeValid(probe.body),
    },
    {
      why: because('policy-known-id'),
      forbids: ({ probe }) =>
        !readingMethods.has(probe.method) && probe.path.includes('{') && !probe.value.startsWith('made-up'),
    },
  ],
}

/** Says whether the policy of a target forbids a probe, or null where it may be sent. */
export function barredBy(policy: PolicyName, situation: Situation): Reason | null {
  return rules[policy].find((rule) => rule.forbids(situation))?.why ?? null
}

/** A clean-up is declared for what a run made, and that is its permission; the safe policy makes nothing and undoes nothing. */
export function cleanUpBarredBy(policy: PolicyName): Reason | null {
  if (policy === 'full') return null
  return because('policy-clean-up')
}
