import type { Operation } from '../../fixtures/catalog/operation.ts'
import { headerValue } from '../../fixtures/headers.ts'
import type { Answer } from '../answer.ts'
import { equalsUnknown } from '../equal-answers.ts'
import type { Outcome } from '../outcome.ts'

/** What a witness says of an operation: it is there, it is not, or nothing. */
export type Testimony = 'there' | 'not-there' | null

/** What OPTIONS without a key shows of the paths of operations (O1). */
export interface Witnesses {
  /** Tells whether the path is answered otherwise than unknown paths are. */
  readonly path: (operation: Operation) => Testimony
  /** Tells whether `Allow` in the path's answer names the method of the operation. */
  readonly allow: (operation: Operation) => Testimony
  /** The answer that both stand on. */
  readonly answer: (operation: Operation) => Answer | null
}

/** The prefix and depth of a path: unknown paths are asked for each. */
export function witnessGroup({ prefix, path }: Pick<Operation, 'prefix' | 'path'>): string {
  return `OPTIONS ${prefix} ${path.split('/').length}`
}

const allowOf = ({ headers }: Answer) =>
  headerValue(headers, 'Allow')
    ?.split(',')
    .map((method) => method.trim().toUpperCase())
    .filter((method) => method !== '')
    .sort() ?? null

/** True for an answer about other origins alone. That is set route by route, so a path without such headers may be there too. */
const isAboutOrigins = (answer: Answer) =>
  allowOf(answer) === null && answer.headers.some(([name]) => /^access-control-/i.test(name))

/** Learns what OPTIONS was answered with, on listed paths and on unknown ones beside them. */
export function learnWitnesses(all: readonly Outcome[]): Witnesses {
  const answered = all.filter((one) => one.kind === 'answer').filter(({ probe }) => probe.purpose === 'witness')
  const { known = [], unlisted = [] } = Object.groupBy(answered, ({ probe }) =>
    probe.value === 'known' ? 'known' : 'unlisted',
  )
  const unknown = Map.groupBy(unlisted, ({ probe }) => probe.group ?? '')
  const listed = new Map(known.map(({ probe, answer }) => [probe.path, answer]))
  return {
    path(operation) {
      const own = listed.get(operation.path)
      const others = (unknown.get(witnessGroup(operation)) ?? []).map(({ answer }) => answer)
      if (own === undefined || others.length === 0) return null
      if (isAboutOrigins(own) && !others.some(isAboutOrigins)) return null
      const sameAllow = others.filter((other) => String(allowOf(other)) === String(allowOf(own)))
      return equalsUnknown(own, [sameAllow]) ? 'not-there' : 'there'
    },
    allow(operation) {
      const own = listed.get(operation.path)
      const methods = own === undefined ? null : allowOf(own)
      if (methods === null) return null
      return methods.includes(operation.method) ? 'there' : 'not-there'
    },
    answer: ({ path }) => listed.get(path) ?? null,
  }
}
