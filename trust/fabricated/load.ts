import type { Exchange, HeaderLine } from '../../evidence/exchange.ts'
import type { LoadRecord } from '../../load/judge.ts'
import type { CodeOf, ScenarioRecord } from '../../load/judged.ts'

/** What a fabricated exchange differs in. */
export interface FabricatedExchange {
  readonly phase?: string
  readonly round?: number
  readonly step?: number
  readonly status?: number | null
  readonly code?: string | null
  /** Several of them, as if none stood where it tells. */
  readonly codes?: readonly string[]
  /** True where the body was longer than what is kept. */
  readonly cut?: boolean
  /** Content coding of a body whose bytes are no text. */
  readonly coding?: string
  readonly retryAfter?: string | readonly string[]
  readonly told?: number | null
  readonly waited?: number | null
  readonly whom?: string
  readonly operation?: string
  readonly scenario?: string
  readonly failure?: Exchange['failure']
  readonly duration?: number
}

export const limited = 'GET /api/video/details/all'
const epoch = Date.UTC(2026, 10, 21)

/** Exchanges as `limits.ts` would have recorded them, one tenth of a second apart; for tests of the judges. */
export function fabricate(rows: readonly FabricatedExchange[]): readonly Exchange[] {
  return rows.map((row, index): Exchange => {
    const { status = 200, code = status === 429 ? 'rate_limited' : null, scenario = 'limits' } = row
    const headers: HeaderLine[] = [row.retryAfter ?? []].flat().map((value) => ['Retry-After', value] as const)
    const text = row.codes === undefined ? (code === null ? '' : JSON.stringify({ code })) : JSON.stringify(row.codes)
    const cut = row.cut ?? false
    const body = row.coding === undefined ? { text, bytes: text.length, cut } : { text: null, bytes: 9, cut }
    const coding: HeaderLine[] = row.coding === undefined ? [] : [['Content-Encoding', row.coding]]
    const failure = row.failure ?? { kind: 'reset' as const, message: 'k6 1220', reusedConnection: false, began: false }
    return {
      id: `${scenario}-${index + 1}.1`,
      probe: `${scenario}-${index + 1}`,
      attempt: 1,
      source: 'load',
      operation: row.operation ?? limited,
      request: { method: 'GET', target: '/', headers: [], body: null },
      response: status === null ? null : { status, headers: [...headers, ...coding], body },
      failure: status === null ? failure : null,
      startedAt: epoch + index * 100,
      headMs: 5,
      endMs: 6,
      facts: {
        scenario,
        phase: row.phase ?? 'burst',
        round: row.round ?? 1,
        step: row.step ?? (row.phase === undefined || row.phase === 'burst' ? 1 : 0),
        told: row.told ?? null,
        waited: row.waited ?? null,
        whom: row.whom ?? null,
        duration: row.duration ?? 5,
      },
    }
  })
}

/** That many times the same row. */
export const times = (often: number, row: FabricatedExchange): readonly FabricatedExchange[] =>
  Array.from({ length: often }, () => row)

/** Reads the code of a fabricated body. */
export const fabricatedCode: CodeOf = (exchange) => {
  const text = exchange.response?.body.text ?? ''
  if (text.startsWith('[')) return { kind: 'ambiguous', codes: JSON.parse(text) as readonly string[] }
  const [, code] = /^\{"code":"(.*)"\}$/.exec(text) ?? []
  return code === undefined ? { kind: 'none' } : { kind: 'code', code }
}

/** A scenario that went well, but for what is given. */
export function scenarioRecord(more: Partial<ScenarioRecord> = {}): ScenarioRecord {
  return {
    name: 'limits',
    budget: { requests: 400, ms: 20_000 },
    planned: null,
    skipped: null,
    end: { kind: 'complete', why: null, requests: 0 },
    endedBy: 'itself',
    exitCode: 0,
    unreadable: 0,
    lastWords: [],
    durationMs: 9000,
    k6Version: '1.8.1',
    ...more,
  }
}

/** The record of a run of the limits scenario, but for what is given. */
export function loadRecord(more: Partial<LoadRecord> = {}): LoadRecord {
  return {
    baseUrl: 'http://127.0.0.1:1',
    quietKey: true,
    limited: { id: limited, product: 'Livestream', path: '/api/video/details/all', shown: true },
    reads: [],
    scenarios: [scenarioRecord()],
    thresholds: [],
    trace: null,
    scope: null,
    ...more,
  }
}
