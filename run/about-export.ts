import { factsSchema } from '../contracts/check.ts'
import { UsageError } from '../evidence/usage-error.ts'
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

/** Reads this part from a log. Throws a `UsageError` where the log has another shape. */
export function readAboutExport(value: unknown): AboutExport {
  if (isAbout(value)) return value
  throw new UsageError('The logs are of another version of the suite')
}
