import { hash } from 'node:crypto'
import type { Operation } from '../fixtures/catalog/operation.ts'
import packageFile from '../package.json' with { type: 'json' }

export const suiteVersion: string = packageFile.version

/** A hash that changes whenever an operation comes, goes or is renamed. */
export function catalogHash(operations: readonly Operation[]): string {
  return hash('sha256', operations.map(({ id }) => id).join('\n')).slice(0, 16)
}

/** The id of a run: its start, and four random characters that keep two runs apart. */
export function newRunId(now = new Date(), chance = Math.random()): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  return `${stamp}-${Math.floor(chance * 36 ** 4)
    .toString(36)
    .padStart(4, '0')}`
}

/** The trace id of a run: 32 hex digits made of its id. A service's traces can be searched for it. */
export function traceIdOf(run: string): string {
  return hash('sha256', run).slice(0, 32)
}
