import type { Static, TSchema } from 'typebox'
import { causes } from '../../evidence/causes.ts'
import type { Reason } from '../../evidence/judgement.ts'
import { Type } from '../../fixtures/schemas/type.ts'

/**
 * Makes a schema for a type that is declared elsewhere: k6 and the pure rooms use the type without any library. Where schema and type
 * differ, this does not compile.
 */
export function schemaFor<Value>() {
  return <Schema extends TSchema>(schema: Static<Schema> extends Value ? Schema : never): Schema => schema
}

/** A schema for one of the names of a table. */
export function nameIn<Name extends string>(table: Readonly<Record<Name, unknown>>) {
  return Type.Enum(Object.keys(table) as Name[])
}

/** A schema for a list of two texts. */
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

/** A schema for why something was not asked: its cause and the values for its slots. */
export const reason = schemaFor<Reason>()(
  Type.Object({ cause: Type.Enum(unasked), values: Type.Record(text, Type.Union([text, Type.Number()])) }),
)
