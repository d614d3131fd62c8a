import { comparable } from './check.ts'
import { probesOf } from './condition.ts'
import type { Entry, Plan, Shard } from './plan.ts'

const ofItself = ({ id }: { readonly id: string }) => id
const ofProbe = ({ probe }: Entry) => probe.id

/**
 * Gives each operation to the shard with the fewest probes so far, the largest operation first: the same every time, and in both
 * environments of a cutover, whatever either excludes.
 */
function partsOf({ questions, operations }: Plan, of: number): ReadonlyMap<string, number> {
  const asked = Map.groupBy(questions, ({ operation }) => operation)
  const probes = (id: string) => new Set(asked.get(id)?.flatMap((question) => question.probes))
  const weights = operations.map(({ id }) => [id, 1 + probes(id).size] as const)
  const loads = Array.from({ length: of }, () => 0)
  const parts = new Map<string, number>()
  for (const [operation, weight] of weights.toSorted(([, one], [, other]) => other - one)) {
    const lightest = loads.indexOf(Math.min(...loads))
    loads[lightest] = (loads[lightest] ?? 0) + weight
    parts.set(operation, lightest + 1)
  }
  return parts
}

/**
 * A part of a plan: the questions to its own operations, the unknown routes beside these, and the probes that every run asks. Several parts
 * ask some of these routes, and all ask the latter.
 */
export function shardOf(plan: Plan, { index, of }: Shard, always: ReadonlySet<string>): Plan {
  const parts = partsOf(plan, of)
  const isOwn = (operation: string) => parts.get(operation) === index
  const operations = plan.operations.filter(({ id }) => isOwn(id))
  const products = new Set(operations.map(({ product }) => product))
  const others = new Set(plan.operations.filter(({ id }) => !isOwn(id)).map(({ product }) => product))
  // All operations are compared with routes outside every product, so every part asks these.
  const isBeside = (product: string) => products.has(product) || !others.has(product)
  const questions = plan.questions.filter(({ operation }) => isOwn(operation))
  // Another writing of an address is of no operation. Only the question to its operation reads the answer.
  const read = new Set(questions.flatMap(({ probes }) => probes))
  const isUnknownRoute = ({ probe, product }: Entry) => probe.purpose !== 'odd' && isBeside(product)
  const isAsked = (entry: Entry) => {
    const { id, operation } = entry.probe
    return always.has(id) || read.has(id) || (operation === null ? isUnknownRoute(entry) : isOwn(operation))
  }
  return {
    ...plan,
    entries: plan.entries.filter(isAsked),
    questions,
    operations,
    unselected: [...plan.unselected, ...plan.operations.filter(({ id }) => !isOwn(id)).map(comparable)],
    isWhole: false,
    shard: {
      index,
      of,
      entries: plan.entries.map(ofProbe),
      questions: plan.questions.map(ofItself),
      operations: plan.operations.map(ofItself),
      isWhole: plan.isWhole,
    },
  }
}

/** Tells which unknown routes a part asks unconditionally: those whose condition looks at a probe of another part. */
export function openIn({ entries, shard }: Plan): (entry: Entry) => boolean {
  if (shard === undefined) return () => false
  const elsewhere = new Set(shard.entries)
  for (const { probe } of entries) elsewhere.delete(probe.id)
  return ({ probe, when }) =>
    probe.operation === null && when !== null && probesOf(when).some((id) => elsewhere.has(id))
}

/** The whole plan again. All parts of one whole must be given. Throws where the first is no part. */
export function wholePlan(parts: readonly Plan[]): Plan {
  const [first] = parts
  if (first?.shard === undefined) throw new Error('no part of a plan')
  const { shard, ...plan } = first
  /** The values of all parts in the order of the whole, each once. */
  const inOrder = <T>(order: readonly string[], valuesOf: (part: Plan) => readonly T[], idOf: (value: T) => string) => {
    const values = parts.flatMap(valuesOf).toReversed()
    const byId = new Map(values.map((value) => [idOf(value), value]))
    return order.flatMap((id) => byId.get(id) ?? [])
  }
  return {
    ...plan,
    entries: inOrder(shard.entries, ({ entries }) => entries, ofProbe),
    questions: inOrder(shard.questions, ({ questions }) => questions, ofItself),
    operations: inOrder(shard.operations, ({ operations }) => operations, ofItself),
    unselected: plan.unselected.filter(({ id }) => !shard.operations.includes(id)),
    isWhole: shard.isWhole,
  }
}
