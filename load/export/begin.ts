import type { Static } from 'typebox'
import { fits } from '../../fixtures/schemas/compiled.ts'
import { nullable, Type } from '../../fixtures/schemas/type.ts'
import { thresholdSchema } from '../record.ts'
import { isRateScenario, type RateScenario } from '../registry.ts'

const number = Type.Number()
const text = Type.String()

const target = Type.Object({ id: text, product: text, method: text, path: text, body: nullable(text) })

const order = Type.Object({
  scenario: Type.Unsafe<RateScenario>({ type: 'string' }),
  userAgent: text,
  timeoutMs: number,
  plateau: Type.Object({ ratePerSecond: number, durationMs: number }),
  targets: Type.Array(target),
  thresholds: Type.Array(thresholdSchema),
  about: Type.Optional(Type.Unknown()),
})

const begin = Type.Object({ order, baseUrl: text, segment: nullable(text), sequence: nullable(text) })
const isBegin = fits(begin)

/** The members of an exported script's first line that judging its log needs. */
export type ReadBegin = Static<typeof begin>

/** Reads the first line of an exported script. Null where the value is something else, since it came out of a log. */
export function readBegin(value: unknown): ReadBegin | null {
  return isBegin(value) && isRateScenario(value.order.scenario) ? value : null
}
