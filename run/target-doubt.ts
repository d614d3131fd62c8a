import { counted } from '../evidence/counted.ts'
import type { GateInput } from './gate-input.ts'

/** The facts that show whether the target is the right service and knows the own key. */
type TargetFacts = Pick<
  GateInput,
  'circumstances' | 'keyRefused' | 'keyValid' | 'turnedAway' | 'stranger' | 'wrongBase'
>

const instant = (ms: number) => new Date(ms).toISOString()

/** Doubts about the target, the gravest first. */
const doubts: readonly ((facts: TargetFacts) => string | null)[] = [
  ({ circumstances }) => circumstances.unreachable ?? null,
  redirectedElsewhere,
  ({ keyRefused }) =>
    keyRefused
      ? 'The own key was refused everywhere: API_KEY is wrong for this target, or the target refuses valid keys'
      : null,
  ({ turnedAway: [first, ...others] }) =>
    first === undefined
      ? null
      : `Whoever asked${first.nobodyAlone === true ? ' without a key that is known' : ''} got ${first.status} from ${instant(first.from)} to ${instant(first.until)}${others.length === 0 ? '' : ` and ${counted(others.length, 'time')} more`}: abuse protection or a firewall turned this address away, or the service was gone`,
  ({ keyValid: { until } }) =>
    until === null
      ? null
      : `The own key was accepted until ${instant(until)} and refused everywhere from then on: API_KEY was revoked or has expired`,
  ({ keyValid: { from } }) =>
    from === null
      ? null
      : `The own key was refused everywhere at first and accepted from ${instant(from)} on: run again, now that API_KEY is known`,
  ({ stranger }) => stranger,
]

/** Why no answer of this target is to be trusted (O10), in a sentence without its full stop, or null. Pure. */
export function targetDoubt(facts: TargetFacts): string | null {
  for (const doubt of doubts) {
    const why = doubt(facts)
    if (why !== null) return why
  }
  return null
}

function redirectedElsewhere({ wrongBase }: TargetFacts): string | null {
  if (wrongBase === null) return null
  const { location, status } = wrongBase
  return `Every request is redirected (${status}) to ${location}: the base address is not that of the API`
}
