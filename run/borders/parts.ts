import type { Static, TSchema } from 'typebox'
import { causes } from '../../evidence/causes.ts'
import type { Reason } from '../../evidence/judgement.ts'
import { Type } from '../../fixtures/schemas/type.ts'

/**
 * A schema for values of a type that is declared elsewhere, since k6 and the pure rooms use it without any library: where the
 * two part ways it does not compile.
 */
export function schemaFor<Value>() {
  return <Schema extends TSchema>(schema: Static<Schema> extends Value ? Schema : never): Schema => schema
}

/** One of the names of a table. */
export function nameIn<Name extends string>(table: Readonly<Record<Name, unknown>>) {
  return Type.Enum(Object.keys(table) as Name[])
}

/** A list of two texts. */
export const pair = Type.Unsafe<readonly [string, string]>({
  type: 'array',
  items: { type: 'string' },
  minItems: 2,
  maxItems: 2,
})

export const text = Type.String()
export const count = Type.Integer({ minimum: 0 })
export const texts = Type.Array(text)

const unasked = Object.entries(causes).flatMap(([cause, { verdicts }]) =>
  verdicts.some((verdict) => verdict === 'not-exercised') ? [cause as Reason['cause']] : [],
)

/** Why something was not asked, with the words that fill the sentence of its cause. */
export const reason = schemaFor<Reason>()(
  Type.Object({ cause: Type.Enum(unasked), values: Type.Record(text, Type.Union([text, Type.Number()])) }),
)
