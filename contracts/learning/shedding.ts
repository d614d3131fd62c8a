import { contractFacts, isShed } from '../../evidence/exchange.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import type { Outcome } from '../outcome.ts'

/** The load shedding that a run met (O5d): requests that were refused with others in flight, and served when they were alone. */
export interface Shedding {
  /** The one operation whose finding reports this for the whole run. */
  readonly operation: string
  /** How many requests were refused so. */
  readonly requests: number
  /** The fewest requests in flight when one was refused. */
  readonly inFlight: number
  readonly statuses: readonly number[]
  readonly exchanges: readonly string[]
}

/** Learns whether load was shed; null where it was not. */
export function learnShedding(operations: readonly Operation[], all: readonly Outcome[]): Shedding | null {
  // A probe that stays refused met no load shedding, however many were in flight.
  const shed = all.flatMap(({ kind, attempts }) => (kind === 'server-error' ? [] : attempts.filter(isShed)))
  const [first] = operations
  if (shed.length === 0 || first === undefined) return null
  const concerned = new Set(shed.map(({ operation }) => operation))
  const statuses = new Set(shed.map(({ response }) => response?.status ?? 0))
  return {
    operation: operations.find(({ id }) => concerned.has(id))?.id ?? first.id,
    requests: shed.length,
    inFlight: Math.min(...shed.map((exchange) => Number(contractFacts(exchange).inFlight))),
    statuses: [...statuses].sort((one, other) => one - other),
    exchanges: shed.slice(0, 3).map(({ id }) => id),
  }
}
