import type { Facts } from '../contracts/check.ts'
import type { Results, RunFacts } from '../evidence/results.ts'
import { fits } from '../fixtures/schemas/compiled.ts'
import { Type } from '../fixtures/schemas/type.ts'
import type { AboutLoad } from '../load/export/read-logs.ts'
import { schemaFor } from './borders/parts.ts'
import { planSchema } from './borders/plan.ts'
import { recordingSchema } from './record.ts'

/** The part of the planning run that an exported scenario carries: its logs can then be judged without settings. */
export interface AboutExport extends AboutLoad {
  readonly run: Pick<RunFacts, 'id' | 'profile' | 'target' | 'policy' | 'suiteVersion' | 'catalogHash'>
  readonly facts: Facts
  readonly catalog: Results['catalog']
}

const { run, catalog } = recordingSchema.properties

const about = schemaFor<AboutExport>()(
  Type.Object({
    run: Type.Pick(run, ['id', 'profile', 'target', 'policy', 'suiteVersion', 'catalogHash']),
    facts: planSchema.properties.facts,
    catalog,
    quietKey: Type.Boolean(),
    limitedOperation: Type.String(),
    k6Version: Type.String(),
  }),
)

const isAbout = fits(about)

/** Reads this part from a log; null where the log has another shape. */
export function readAboutExport(value: unknown): AboutExport | null {
  return isAbout(value) ? value : null
}
