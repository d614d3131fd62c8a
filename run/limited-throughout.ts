import type { Exchange } from '../evidence/exchange.ts'
import type { LoadRecord } from '../load/record.ts'

/** Every status that answers to load had. */
function statusesUnderLoad({ scenarios }: LoadRecord, exchanges: readonly Exchange[]): readonly number[] {
  const tallied = scenarios.flatMap(({ measured }) => measured?.operations ?? [])
  const kept = exchanges.flatMap(({ source, response }) =>
    source === 'load' && response !== null ? [response.status] : [],
  )
  return [...kept, ...tallied.flatMap(({ statuses }) => Object.keys(statuses).map(Number))].filter(
    (status) => status !== 0,
  )
}

/** O11: true where every answer to load was a 429, from the first request to the last. Pure. */
export function limitedThroughout(load: LoadRecord, exchanges: readonly Exchange[]): boolean {
  const statuses = statusesUnderLoad(load, exchanges)
  return statuses.length > 0 && statuses.every((status) => status === 429)
}
