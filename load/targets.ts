import { UsageError } from '../evidence/usage-error.ts'
import { effectOf } from '../fixtures/catalog/effects.ts'
import {
  hasSeveralParameters,
  type Operation,
  type ProductTable,
  parameterOf,
  parameters,
} from '../fixtures/catalog/operation.ts'
import { nullable, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { identifierSetting } from '../fixtures/settings.ts'

/** The facts of an operation that load needs. A row of the catalogue holds them. */
export type Loadable = Pick<Operation, 'id' | 'method' | 'path' | 'product' | 'effect' | 'identifies'>

const text = Type.String()

/** An operation in the form in which a script asks it. */
export const targetSchema = Type.Object({
  /** `GET /path`, as listed. Metrics carry it as the tag `name`. */
  id: text,
  product: text,
  method: text,
  /** The path, with its path parameter filled. */
  path: text,
  /** The JSON body; null for a read by GET. */
  body: nullable(text),
})
export type Target = ValueOf<typeof targetSchema>

export interface TargetSettings {
  /** The ids in `LOAD_OPERATIONS`. */
  readonly extra: readonly string[]
  /** Values that exist in the deployment, by the kind of thing that a path parameter identifies. */
  readonly ids: Readonly<Record<string, string | null>>
  /** True where only GET may carry the key (docs/policy.md). */
  readonly getOnly: boolean
}

/** All rows of the catalogue in the form that load needs. A k6 user's script knows nothing else. */
export function loadableOf(tables: readonly ProductTable[]): readonly Loadable[] {
  return tables.flatMap(({ product, rows }) =>
    rows.map((row) => ({
      ...row,
      id: `${row.method} ${row.path}` as const,
      product,
      effect: row.effect ?? effectOf(row),
      identifies: row.identifies ?? parameterOf(row.path),
    })),
  )
}

/** True for a read by GET without path parameters. Only reads are shown as safe to repeat (§8.4); these need no setting. */
export function isPlainRead({ method, effect, path }: Loadable): boolean {
  return method === 'GET' && effect === 'read' && !path.includes('{')
}

function targetOf({ id, product, method, path }: Loadable): Target {
  return { id, product, method, path, body: method === 'GET' ? null : '{}' }
}

/** The target for a read that the settings name. Throws a `UsageError` with the reason where load cannot ask it. */
function namedTarget(operation: Loadable, { ids, getOnly }: TargetSettings): Target {
  const { id, effect, method, path, identifies } = operation
  const refuse = (why: string) => new UsageError(`LOAD_OPERATIONS: ${id} ${why}`)
  if (effect !== 'read') throw refuse(`is no read: its effect is ${effect}`)
  if (getOnly && method !== 'GET') throw refuse('is no GET, and nothing else may carry the key here')
  if (hasSeveralParameters(path)) throw refuse('has several path parameters, and settings tell of one')
  const value = identifies === null ? null : (ids[identifies] ?? null)
  if (path.includes('{') && value === null)
    throw refuse(
      `needs to be told of one ${identifies} that exists (${identifierSetting(identifies) ?? 'no setting does so'})`,
    )
  return { ...targetOf(operation), path: path.replace(parameters, encodeURIComponent(value ?? '')) }
}

/** Orders targets so that products take turns: many requests in a row to one product might meet that product's limit. */
function inTurns(targets: readonly Target[]): readonly Target[] {
  const queues = new Map<string, Target[]>()
  for (const target of targets) queues.set(target.product, [...(queues.get(target.product) ?? []), target])
  const longest = Math.max(0, ...[...queues.values()].map((queue) => queue.length))
  return Array.from({ length: longest }, (_, turn) => [...queues.values()].flatMap((queue) => queue[turn] ?? [])).flat()
}

/**
 * The reads that load asks, in the order of their turns: those without path parameters, and those that `LOAD_OPERATIONS` names. A named
 * operation that is excluded or not selected is left out. Throws a `UsageError`.
 */
export function loadTargets(operations: readonly Loadable[], settings: TargetSettings): readonly Target[] {
  const isNamed = ({ id }: Loadable) => settings.extra.includes(id)
  const plain = operations.filter((operation) => isPlainRead(operation) && !isNamed(operation)).map(targetOf)
  const named = operations.filter(isNamed).map((operation) => namedTarget(operation, settings))
  return inTurns([...plain, ...named])
}

/** The targets of the limits scenario: the limited operation, and reads to compare with. */
export interface LimitTargets {
  readonly target: Target
  /** `other`: a read of another product. `sibling`: another read of the same product. Null where there is none. */
  readonly other: Target | null
  readonly sibling: Target | null
}

/** The targets of the limits scenario, or a sentence that says why there are none. */
export function limitTargets(operations: readonly Loadable[], limitedId: string): LimitTargets | string {
  const limited = operations.find(({ id }) => id === limitedId)
  if (limited === undefined) return `${limitedId} is excluded or not selected`
  if (!isPlainRead(limited)) return `${limitedId} is no read without path parameters: it is not put under load`
  const others = operations.filter((operation) => isPlainRead(operation) && operation !== limited).map(targetOf)
  const other = others.find(({ product }) => product !== limited.product) ?? null
  const sibling = others.find(({ product }) => product === limited.product) ?? null
  return { target: targetOf(limited), other, sibling }
}
