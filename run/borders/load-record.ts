import { Type } from 'typebox'
import type { LoadRecord } from '../../load/judge.ts'
import { count, orNull, schemaFor, text, texts } from './parts.ts'

const operation = { id: text, product: orNull(text), path: text }

const scenario = Type.Object({
  name: text,
  budget: Type.Object({ requests: count, ms: Type.Number() }),
  planned: orNull(count),
  skipped: orNull(text),
  end: orNull(Type.Object({ kind: text, why: orNull(text), requests: count })),
  endedBy: Type.Enum(['itself', 'time', 'silence', 'interrupt', 'failed']),
  exitCode: orNull(Type.Number()),
  unreadable: count,
  lastWords: texts,
  durationMs: Type.Number(),
  k6Version: orNull(text),
})

/** What the load half keeps in `recording.json`. */
export const loadRecordSchema = schemaFor<LoadRecord>()(
  Type.Object({
    baseUrl: text,
    quietKey: Type.Boolean(),
    limited: Type.Object({ ...operation, shown: Type.Boolean() }),
    reads: Type.Array(Type.Object(operation)),
    scenarios: Type.Array(scenario),
    thresholds: Type.Array(
      Type.Object({ product: text, percentile: Type.Enum(['p50', 'p95', 'p99']), maxMs: Type.Number() }),
    ),
    trace: Type.Unsafe<LoadRecord['trace']>({ type: ['object', 'null'] }),
    scope: Type.Unsafe<LoadRecord['scope']>({ type: ['object', 'null'] }),
  }),
)
