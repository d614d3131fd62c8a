import { counted } from '../evidence/counted.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { fewestSilent, silentAtEndOf } from '../load/judges/delivered.ts'
import { exchangesOf, type LoadRecord, statusesUnderLoad } from '../load/record.ts'

/** Reads from a load recording and the kept exchanges what load shows of the target beside its findings. Pure. */
export function underLoad(load: LoadRecord, exchanges: readonly Exchange[]) {
  const statuses = statusesUnderLoad(load, exchanges)
  /** O20: sentences that no finding tells. */
  const notes: readonly string[] = [...mostlyLimited(load), ...answeredOtherwise(load)]
  return {
    /** The number of complete answers. */
    answers: [...statuses.values()].reduce((sum, often) => sum + often, 0),
    /** O11: true where load got nothing but 429 from the first request to the last. */
    isLimitedThroughout: statuses.size === 1 && statuses.has(429),
    /** O12: the scenario in which the target stopped answering, to the end of the run. */
    gone: goneUnderLoad(load, exchanges),
    notes,
  }
}

/** O12: the last scenario, where the target gave no answer any more to the end of the run; null where it answered. A 5xx is an answer. */
function goneUnderLoad({ scenarios }: LoadRecord, exchanges: readonly Exchange[]): string | null {
  const last = scenarios.findLast(({ skipped }) => skipped === null)
  if (last === undefined) return null
  const { name, measured, stopped } = last
  if (measured === null) return silentAtEndOf(exchangesOf(name, exchanges)) >= fewestSilent ? name : null
  const isSilent = (measured.silentAtEnd ?? 0) >= fewestSilent
  return (stopped === null || stopped.by === 'failing') && isSilent ? name : null
}

/** O11, O14: only the limits scenario judges a limit, so no finding tells how much other load a limit refused. */
function mostlyLimited({ scenarios }: LoadRecord): readonly string[] {
  return scenarios.flatMap(({ name, measured }) => {
    if (measured === null) return []
    const { all, products } = measured
    const isMostly = ({ limited, requests }: Pick<typeof all, 'limited' | 'requests'>) => 2 * limited > requests
    const told = ({ limited, requests }: typeof all, to = '') =>
      `under load (${name}) ${limited} of ${counted(requests, 'request')}${to} got 429`
    if (isMostly(all)) return [told(all)]
    return Object.entries(products).flatMap(([product, own]) => (isMostly(own) ? [told(own, ` to ${product}`)] : []))
  })
}

/** Less than one request in so many may have reasons of its own: a session, or a resource that comes and goes. */
const oneIn = 10

const isSuccess = (status: number) => status >= 200 && status < 300
/** True for a redirect, and for a refusal that no limit gives as documented. */
const isOther = (status: number) => status >= 300 && status < 500 && status !== 429

/** O14 is judged in `limits` alone, so no finding tells that operations which serve answered other load with another status than 429. */
function answeredOtherwise({ scenarios }: LoadRecord): readonly string[] {
  return scenarios.flatMap(({ name, measured }) => {
    if (measured === null) return []
    const rows = measured.operations.flatMap(({ statuses }) => {
      const own = Object.entries(statuses).map(([status, often]) => ({ status: Number(status), often }))
      return own.some(({ status }) => isSuccess(status)) ? own.filter(({ status }) => isOther(status)) : []
    })
    const often = rows.reduce((sum, row) => sum + row.often, 0)
    const { requests } = measured.all
    if (often === 0 || often * oneIn < requests) return []
    const statuses = [...new Set(rows.map(({ status }) => status))].sort((one, other) => one - other).join(' or ')
    return [
      `under load (${name}) ${often} of ${counted(requests, 'request')} got ${statuses} from operations that serve`,
    ]
  })
}
