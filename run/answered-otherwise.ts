import type { LoadRecord } from '../load/record.ts'

/** Less than one request in so many may have reasons of its own: a session, or a resource that comes and goes. */
const oneIn = 10

const isSuccess = (status: number) => status >= 200 && status < 300
/** True for a redirect, and for a refusal that no limit gives as documented. */
const isOther = (status: number) => status >= 300 && status < 500 && status !== 429

/**
 * The scenarios in which operations that served answered a part of the load with a redirect, or a refusal other than 429. O14 is judged
 * in `limits` alone, so no finding tells it. Pure.
 */
export function answeredOtherwise({ scenarios }: LoadRecord) {
  return scenarios.flatMap(({ name, measured }) => {
    if (measured === null) return []
    const rows = measured.operations.flatMap(({ statuses }) => {
      const own = Object.entries(statuses).map(([status, often]) => ({ status: Number(status), often }))
      return own.some(({ status }) => isSuccess(status)) ? own.filter(({ status }) => isOther(status)) : []
    })
    const often = rows.reduce((sum, row) => sum + row.often, 0)
    const { requests } = measured.all
    if (often === 0 || often * oneIn < requests) return []
    const statuses = [...new Set(rows.map(({ status }) => status))].sort((one, other) => one - other)
    return [{ scenario: name, often, requests, statuses }]
  })
}
