import { probesOf } from './condition.ts'
import { comparable, type Entry, type Plan, type Shard } from './plan.ts'

/** Operations to shards, each to the one with the fewest requests so far, the largest first: the same every time. */
function partsOf({ entries, operations }: Plan, of: number): ReadonlyMap<string, number> {
  const weights = new Map<string, number>(operations.map(({ id }) => [id, 1]))
  for (const { probe } of entries) {
    const weight = weights.get(probe.operation ?? '')
    if (probe.operation !== null && weight !== undefined) weights.set(probe.operation, weight + 1)
  }
  const loads = Array.from({ length: of }, () => 0)
  const parts = new Map<string, number>()
  for (const [operation, weight] of [...weights].toSorted(([, one], [, other]) => other - one)) {
    const lightest = loads.indexOf(Math.min(...loads))
    loads[lightest] = (loads[lightest] ?? 0) + weight
    parts.set(operation, lightest + 1)
  }
  return parts
}

/**
 * A part of a plan: the questions to its own operations, and what tells them: unknown routes beside them, and what every run
 * learns of. Those are asked by several parts.
 *
 * @param always The probes that every run asks.
 */
export function shardOf(plan: Plan, { index, of }: Shard, always: ReadonlySet<string>): Plan {
  const parts = partsOf(plan, of)
  const isOwn = (operation: string) => parts.get(operation) === index
  const operations = plan.operations.filter(({ id }) => isOwn(id))
  const products = new Set(operations.map(({ product }) => product))
  const others = new Set(plan.operations.filter(({ id }) => !isOwn(id)).map(({ product }) => product))
  // A route outside of every product is what all operations are compared with: nobody else would ask it.
  const isBeside = (product: string) => products.has(product) || !others.has(product)
  const isAsked = ({ probe, product }: Plan['entries'][number]) =>
    always.has(probe.id) || (probe.operation === null ? isBeside(product) : isOwn(probe.operation))
  return {
    ...plan,
    entries: plan.entries.filter(isAsked),
    questions: plan.questions.filter(({ operation }) => isOwn(operation)),
    operations,
    unselected: [...plan.unselected, ...plan.operations.filter(({ id }) => !isOwn(id)).map(comparable)],
    isWhole: false,
    shard: {
      index,
      of,
      entries: plan.entries.map(({ probe }) => probe.id),
      questions: plan.questions.map(({ id }) => id),
      operations: plan.operations.map(({ id }) => id),
      isWhole: plan.isWhole,
    },
  }
}

/** What a part asks of routes that nobody lists whatever comes of its own operations: another part's may be the reason to ask. */
export function openIn({ entries, shard }: Plan): (entry: Entry) => boolean {
  const elsewhere = new Set(shard?.entries)
  for (const { probe } of entries) elsewhere.delete(probe.id)
  return ({ probe, when }) =>
    probe.operation === null && when !== null && probesOf(when).some((id) => elsewhere.has(id))
}

/** The values of several parts in the order of the whole, each once. */
function together<Value>(values: readonly Value[], order: readonly string[], idOf: (value: Value) => string): Value[] {
  const byId = new Map(values.toReversed().map((value) => [idOf(value), value]))
  return order.flatMap((id) => byId.get(id) ?? [])
}

/** The whole plan again. Every part must be there: `parts` are of one whole. */
export function wholePlan(parts: readonly Plan[]): Plan {
  const [first] = parts
  if (first?.shard === undefined) throw new Error('no part of a plan')
  const { shard, ...plan } = first
  return {
    ...plan,
    entries: together(
      parts.flatMap(({ entries }) => entries),
      shard.entries,
      ({ probe }) => probe.id,
    ),
    questions: together(
      parts.flatMap(({ questions }) => questions),
      shard.questions,
      ({ id }) => id,
    ),
    operations: together(
      parts.flatMap(({ operations }) => operations),
      shard.operations,
      ({ id }) => id,
    ),
    unselected: plan.unselected.filter(({ id }) => !shard.operations.includes(id)),
    isWhole: shard.isWhole,
  }
}
