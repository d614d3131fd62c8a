import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Operation } from '../fixtures/catalog/operation.ts'

const packageFile = new URL('../package.json', import.meta.url)

/** The version of the suite, as `package.json` has it. */
export const suiteVersion: string = (JSON.parse(readFileSync(packageFile, 'utf8')) as { readonly version: string })
  .version

/** Changes whenever an operation comes, goes or is renamed. */
export function catalogHash(operations: readonly Operation[]): string {
  return createHash('sha256')
    .update(operations.map((operation) => operation.id).join('\n'))
    .digest('hex')
    .slice(0, 16)
}

/** The id of a run: when it began, and enough of chance that two do not meet. */
export function newRunId(now: Date, chance: number): string {
  const stamp = now.toISOString().replace(/\D/g, '').slice(0, 14)
  return `${stamp}-${Math.floor(chance * 36 ** 4)
    .toString(36)
    .padStart(4, '0')}`
}

/** The trace of a run: 32 hex digits made of its id, so that a service's traces can be searched for it. */
export function traceIdOf(run: string): string {
  return createHash('sha256').update(run).digest('hex').slice(0, 32)
}
