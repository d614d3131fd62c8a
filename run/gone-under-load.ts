import type { Exchange } from '../evidence/exchange.ts'
import { fewestSilent, silentAtEndOf } from '../load/judges/delivered.ts'
import { exchangesOf, type LoadRecord } from '../load/record.ts'

/**
 * O12: the last scenario, where the target gave no answer any more to the end of the run; null where it answered. A 5xx is an answer. Pure.
 */
export function goneUnderLoad({ scenarios }: LoadRecord, exchanges: readonly Exchange[]): string | null {
  const last = scenarios.findLast(({ skipped }) => skipped === null)
  if (last === undefined) return null
  const { name, measured, stopped } = last
  if (measured === null) {
    const own = exchangesOf(name, exchanges).toSorted((one, other) => one.startedAt - other.startedAt)
    return silentAtEndOf(own) >= fewestSilent ? name : null
  }
  const end = measured.slices.findLast(({ requests }) => requests > 0)
  const isSilent = end !== undefined && end.failed === end.requests
  const isServerError = measured.operations.some(({ statuses }) =>
    Object.keys(statuses).some((one) => Number(one) >= 500),
  )
  return stopped?.by === 'failing' && isSilent && !isServerError ? name : null
}
