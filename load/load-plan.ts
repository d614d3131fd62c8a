import type { Operation } from '../fixtures/catalog/operation.ts'
import type { Target } from './wire.ts'

/** The scenarios that there are, in the order in which they run: a limit is best met by a key that has rested. */
export const scenarioNames = ['limits', 'smoke'] as const
export type ScenarioName = (typeof scenarioNames)[number]

/** What a scenario may cost; printed beforehand and never passed. Milliseconds. */
export interface ScenarioBudget {
  readonly requests: number
  readonly ms: number
}

/**
 * Bounds, not durations: on a window of at most 2 s both end within 30 s, since three recoveries are all that is waited for.
 * The experiment comes on top of that, and is given enough for windows of up to 3 s.
 */
export function defaultBudget(name: ScenarioName, experiment: boolean): ScenarioBudget {
  if (name === 'smoke') return { requests: 160, ms: 20_000 }
  return experiment ? { requests: 1500, ms: 75_000 } : { requests: 400, ms: 45_000 }
}

/** How often the smoke asks each read. */
const iterations = 2

/** Only reads without path parameters are put under load: nothing is shown to be safe to repeat but the reads (§8.4). */
function isLoadable(operation: Operation): boolean {
  return operation.method === 'GET' && operation.effect === 'read' && !operation.path.includes('{')
}

const targetOf = ({ id, product, path }: Operation): Target => ({ id, product, path })

/** Reads for the smoke, products taking turns, so that no product's limit is met by asking it in a row. */
export function smokePlan(
  operations: readonly Operation[],
  budget: ScenarioBudget,
): { readonly targets: readonly Target[]; readonly iterations: number } {
  const byProduct = new Map<string, Target[]>()
  for (const operation of operations.filter(isLoadable))
    byProduct.set(operation.product, [...(byProduct.get(operation.product) ?? []), targetOf(operation)])
  const queues = [...byProduct.values()]
  const longest = Math.max(0, ...queues.map((queue) => queue.length))
  const turns = Array.from({ length: longest }, (_, turn) => queues.flatMap((queue) => queue[turn] ?? []))
  // A tenth is kept back for requests that a limit makes us send again.
  const room = Math.floor(budget.requests * 0.9)
  const targets = turns.flat().slice(0, room)
  return { targets, iterations: targets.length * iterations <= room ? iterations : 1 }
}

/** What the limit scenario asks: the operation, a read of another product for comparison, or why it is not run. */
export function limitsPlan(
  operations: readonly Operation[],
  rateLimitOperation: string,
):
  | { readonly target: Target; readonly other: Target | null; readonly sibling: Target | null }
  | { readonly skipped: string } {
  const operation = operations.find(({ id }) => id === rateLimitOperation)
  if (operation === undefined) return { skipped: `${rateLimitOperation} is excluded or not selected.` }
  if (!isLoadable(operation))
    return { skipped: `${rateLimitOperation} is no read without path parameters: it is not put under load.` }
  const others = operations.filter((candidate) => isLoadable(candidate) && candidate !== operation)
  const other = others.find(({ product }) => product !== operation.product)
  const sibling = others.find(({ product }) => product === operation.product)
  return {
    target: targetOf(operation),
    other: other ? targetOf(other) : null,
    sibling: sibling ? targetOf(sibling) : null,
  }
}
