import type { Cause } from '../evidence/causes.ts'
import { counted } from '../evidence/counted.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import type { KeptPace } from '../evidence/results.ts'
import { keptBy } from './judged-operations.ts'

/** Fewer operations that refuse may have a limit of their own, as a login has. */
const fewestRefusing = 3

const isLimited = ({ response }: Exchange) => response?.status === 429

/** The 429 that contracts met, where a refused probe got another status too: what always refuses is no matter of pace. */
function refusedIn(exchanges: readonly Exchange[]): readonly Exchange[] {
  const asked = exchanges.filter(({ source }) => source === 'contracts')
  const refused = asked.filter(isLimited)
  const probes = new Set(refused.map(({ probe }) => probe))
  const wasServed = asked.some((one) => probes.has(one.probe) && one.response !== null && !isLimited(one))
  return wasServed ? refused : []
}

const operationsOf = (exchanges: readonly Exchange[]) => [
  ...new Set(exchanges.flatMap(({ operation }) => operation ?? [])),
]

/**
 * O18: the pace at which a limit was kept, where it is known whom it concerns: one scope explains the refusals, and several operations were
 * refused, of two products if more than one was asked and the scope is not that of each.
 */
export function knownPace(
  exchanges: readonly Exchange[],
  findings: readonly Finding[],
  pace: KeptPace | undefined,
): KeptPace | undefined {
  const [scope, ...others] = pace?.each ?? []
  const products = new Map(findings.map(({ operation, product }) => [operation, product]))
  const refusing = operationsOf(refusedIn(exchanges))
  const refused = new Set(refusing.map((operation) => products.get(operation)))
  const asked = new Set(operationsOf(exchanges).map((operation) => products.get(operation)))
  const isWide = !['everybody', 'credential'].includes(scope ?? '') || refused.size >= Math.min(2, asked.size)
  return others.length === 0 && refusing.length >= fewestRefusing && isWide ? pace : undefined
}

function keptAt({ each: [whom], requestsPerSecond }: KeptPace): string {
  return ` and was kept at ${requestsPerSecond} a second${whom === 'everybody' ? ' for everybody' : ` for each ${whom}`}`
}

/** A sentence about how much of a run fitted into the limit that it met; null where it met none. `pace`: where it is known. */
export function limitMet(
  exchanges: readonly Exchange[],
  findings: readonly Finding[],
  operations: { readonly judged: number; readonly selected: number },
  pace: KeptPace | undefined,
): string | null {
  const refused = refusedIn(exchanges)
  if (refused.length === 0) return null
  const isLeft = (cause: Cause) => keptBy.has(cause) || cause === 'interrupted'
  const left = findings.filter(({ cause }) => isLeft(cause)).length
  const asked = exchanges.filter(({ source }) => source === 'contracts').length
  const refusing = operationsOf(refused)
  const isOwn = refusing.length < fewestRefusing && refused.every(({ operation }) => operation !== null)
  const where = isOwn ? `, ${refused.length === 1 ? 'one' : 'all'} of ${refusing.join(' and ')}` : ''
  const said = `it refused ${refused.length} of ${counted(asked, 'request')}${where}${pace === undefined ? '' : keptAt(pace)}`
  if (left === 0) return `The limit that was met left room for all of it: ${said}.`
  const questions = `${findings.length - left} of ${counted(findings.length, 'question')}`
  return `The limit that was met left room for ${questions}, ${operations.judged} of ${counted(operations.selected, 'operation')}: ${said}.`
}
