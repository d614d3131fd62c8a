import type { ErrorObject } from 'ajv/dist/2020.js'

/** A place in a value, by the names and numbers that lead to it, and what is wrong there, as a sentence that begins with the place. */
export interface Misfit {
  readonly path: readonly (string | number)[]
  readonly what: string
}

/** The first misfit that a schema found. `whole`: what the value is called where it is wrong as a whole. */
export function misfitIn(errors: readonly ErrorObject[] | null | undefined, whole: string): Misfit {
  const { instancePath = '', message = 'is wrong', params } = errors?.[0] ?? {}
  const path = instancePath.split('/').slice(1).map(stepOf)
  const words: unknown = params?.['allowedValues']
  const word: unknown = params?.['allowedValue'] ?? params?.['additionalProperty']
  const more = word === undefined ? '' : ` ${JSON.stringify(word)}`
  return { path, what: `${path.join('.') || whole} ${message}${Array.isArray(words) ? `: ${words.join(', ')}` : more}` }
}

/** A step of a JSON pointer: a number where it is an index. */
function stepOf(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')
}
