import { factsSchema } from '../contracts/check.ts'
import { fits } from '../fixtures/schemas/compiled.ts'
import { Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { recordingSchema } from './record.ts'

const { run, catalog } = recordingSchema.properties

/** The part of the planning run that an exported scenario carries: its logs can then be judged without settings. */
const about = Type.Object({
  run: Type.Pick(run, ['id', 'profile', 'target', 'policy', 'suiteVersion', 'catalogHash']),
  facts: factsSchema,
  catalog,
  quietKey: Type.Boolean(),
  limitedOperation: Type.String(),
  k6Version: Type.String(),
})
export type AboutExport = ValueOf<typeof about>

const isAbout = fits(about)

/** Reads this part from a log; null where the log has another shape. */
export const readAboutExport = (value: unknown): AboutExport | null => (isAbout(value) ? value : null)
