import { UsageError } from '../../evidence/usage-error.ts'
import { Type } from '../../fixtures/schemas/type.ts'
import { readThresholds as read, type Threshold, ThresholdsError } from '../../load/thresholds.ts'
import { readKept } from '../json-file.ts'

const remedy = 'Mend it after load/thresholds.example.json; nothing was sent'

/** Reads the team's thresholds. Throws a `UsageError` with file and line where it is missing or wrong. `products`: all, extended too. */
export function readThresholds(path: string | null, products: readonly string[]): readonly Threshold[] {
  if (path === null) return []
  const file = readKept({ path, schema: Type.Unknown(), setting: 'LOAD_THRESHOLDS', remedy })
  if (file === null)
    throw new UsageError(`LOAD_THRESHOLDS: ${path} is not there. Name another file, or leave the setting out`)
  try {
    return read(file.value, products)
  } catch (error) {
    if (error instanceof ThresholdsError) throw file.wrongAt(error.path, error.message)
    throw error
  }
}
