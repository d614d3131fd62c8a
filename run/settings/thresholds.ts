import { Type } from '../../fixtures/schemas/type.ts'
import { readThresholds as read, type Threshold } from '../../load/thresholds.ts'
import { readNamed } from '../json-file.ts'

const remedy = 'Mend it after load/thresholds.example.json; nothing was sent'

/** Reads the team's thresholds. Throws a `UsageError` with file and line where it is missing or wrong. `products`: all, extended too. */
export function readThresholds(path: string | null, products: readonly string[]): readonly Threshold[] {
  if (path === null) return []
  const { value, wrongAt } = readNamed({ path, schema: Type.Unknown(), setting: 'LOAD_THRESHOLDS', remedy })
  return read(value, products, wrongAt)
}
