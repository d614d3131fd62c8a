import type { Cause } from '../evidence/causes.ts'
import { counted } from '../evidence/counted.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import type { KeptPace } from '../evidence/results.ts'
import { keptBy } from './judged-operations.ts'

function keptAt({ each: [whom, ...more], requestsPerSecond }: KeptPace): string {
  const forWhom = whom === 'everybody' ? ' for everybody' : ` for each ${whom}`
  return ` and was kept at ${requestsPerSecond} a second${more.length === 0 ? forWhom : ''}`
}

/**
 * A sentence about how much of a run fitted into the limit that it met; null where it met none. A 429 counts as met only where one of the
 * refused probes got another status too: what always refuses is no matter of pace.
 */
export function limitMet(
  exchanges: readonly Exchange[],
  findings: readonly Finding[],
  operations: { readonly judged: number; readonly selected: number },
  pace: KeptPace | undefined,
): string | null {
  const asked = exchanges.filter(({ source }) => source === 'contracts')
  const refused = asked.filter(({ response }) => response?.status === 429)
  const probes = new Set(refused.map(({ probe }) => probe))
  const wasServed = asked.some(
    ({ probe, response }) => probes.has(probe) && response !== null && response.status !== 429,
  )
  if (!wasServed) return null
  const isLeft = (cause: Cause) => keptBy.has(cause) || cause === 'interrupted'
  const left = findings.filter(({ cause }) => isLeft(cause)).length
  const said = `it refused ${refused.length} of ${counted(asked.length, 'request')}${pace === undefined ? '' : keptAt(pace)}`
  if (left === 0) return `The limit that was met left room for all of it: ${said}.`
  const questions = `${findings.length - left} of ${counted(findings.length, 'question')}`
  return `The limit that was met left room for ${questions}, ${operations.judged} of ${counted(operations.selected, 'operation')}: ${said}.`
}
