import { because, type Reason } from '../evidence/judgement.ts'
import type { PolicyName } from '../evidence/results.ts'
import { cannotBeValid } from '../fixtures/bodies/body.ts'
import type { Effect, Operation } from '../fixtures/catalog/operation.ts'
import type { Facts } from './check.ts'
import { credentials } from './credentials.ts'
import { isMadeUpValue } from './identifiers.ts'
import type { Probe } from './probe.ts'

interface Situation {
  readonly operation: Pick<Operation, 'effect' | 'detail'> | null
  readonly probe: Probe
  /** Effects that a key may have on operations that are not detailed. */
  readonly allowEffects: readonly string[]
}

type Rule = readonly [why: Reason, forbids: (situation: Situation) => boolean]

const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])
const grave: readonly Effect[] = ['delete', 'money', 'message', 'session']
const writes = ({ method }: Probe) => !readingMethods.has(method)

/**
 * docs/policy.md as data: the first rule that forbids a probe gives the reason. A broken body does not make a GET harmless, since
 * nobody reads it. A declared clean-up needs no other permission under full.
 */
const rules: Readonly<Record<PolicyName, readonly Rule[]>> = {
  full: [
    [
      because('effect-not-allowed'),
      ({ operation, probe, allowEffects }) =>
        probe.purpose !== 'clean-up' &&
        operation !== null &&
        operation.detail === null &&
        grave.includes(operation.effect) &&
        !allowEffects.includes(operation.effect) &&
        credentials[probe.credential].sendsKey &&
        (!cannotBeValid(probe.body) || readingMethods.has(probe.method)),
    ],
  ],
  safe: [
    [because('policy-clean-up'), ({ probe }) => probe.purpose === 'clean-up'],
    [because('policy-key-elsewhere'), ({ probe }) => credentials[probe.credential].kind === 'elsewhere'],
    [because('policy-keyed-write'), ({ probe }) => writes(probe) && !credentials[probe.credential].isHarmless],
    [
      because('policy-keyed-effect'),
      ({ operation, probe }) =>
        operation !== null &&
        operation.effect !== 'read' &&
        !credentials[probe.credential].isHarmless &&
        !writes(probe),
    ],
    [because('policy-readable-body'), ({ probe }) => writes(probe) && !cannotBeValid(probe.body)],
    [
      because('policy-known-id'),
      ({ probe }) => writes(probe) && probe.path.includes('{') && !isMadeUpValue(probe.value),
    ],
  ],
}

/** Says why the policy of a target forbids a probe; null where it may be sent. */
export function barredBy(
  { policy, allowEffects }: Pick<Facts, 'policy' | 'allowEffects'>,
  operation: Situation['operation'],
  probe: Probe,
): Reason | null {
  const [why = null] = rules[policy].find(([, forbids]) => forbids({ operation, probe, allowEffects })) ?? []
  return why
}

/** True for a probe that full permits only where its effect is allowed: it may delete, pay, send or log out. */
export function needsPermission(operations: readonly Operation[]): (probe: Probe) => boolean {
  const byId = new Map<string, Operation>(operations.map((operation) => [operation.id, operation]))
  const nothingAllowed = { policy: 'full', allowEffects: [] } as const
  return (probe) => barredBy(nothingAllowed, byId.get(probe.operation ?? '') ?? null, probe) !== null
}
