import type { Exchange, HeaderLine } from '../../evidence/exchange.ts'
import type { Bystander, Phase, PhaseFacts, ProbePhase } from '../../evidence/load-facts.ts'
import { measure } from '../../load/engine/measure.ts'
import { Samples } from '../../load/engine/samples.ts'
import type { CodeOf } from '../../load/judges/load-answer.ts'
import type { LoadRecord, Measured, ProcessRecord, ScenarioRecord } from '../../load/record.ts'
import type { RateScenario } from '../../load/registry.ts'
import type { Target } from '../../load/targets.ts'

/** The ways in which a fabricated exchange differs from an answer 200 in the first burst. */
export interface FabricatedExchange {
  readonly phase?: Phase
  readonly round?: number
  readonly step?: number
  readonly status?: number | null
  readonly code?: string | null
  /** Several codes, as if none stood at the learned place. */
  readonly codes?: readonly string[]
  /** A body without a code, in place of the envelope of a 200. */
  readonly text?: string
  /** True where only a part of the body was kept. */
  readonly cut?: boolean
  /** The documented codes that the whole body names, where only a part of it was kept. */
  readonly named?: readonly string[]
  /** True where the body was called JSON but is no valid JSON. */
  readonly broken?: true
  /** Content-Encoding of a body that is no text. */
  readonly coding?: string
  readonly mediaType?: string
  readonly retryAfter?: string | readonly string[]
  readonly told?: number
  readonly waited?: number
  /** When it began, milliseconds from the first. @default a tenth of a second after the one before */
  readonly at?: number
  readonly whom?: Bystander
  readonly variant?: string
  readonly part?: ProbePhase
  readonly turn?: number
  readonly operation?: string
  readonly scenario?: string
  readonly failure?: Exchange['failure']
  readonly duration?: number
}

export const limited = 'GET /api/video/details/all'
const epoch = Date.UTC(2026, 10, 21)

/** The facts of a row: those of its phase alone. */
function factsOf(row: FabricatedExchange): PhaseFacts {
  const { phase = 'burst', round = 1, told: toldMs = 0, waited: waitedMs = 0 } = row
  switch (phase) {
    case 'rest':
    case 'alone':
    case 'control':
      return { phase, round }
    case 'burst':
      return { phase, round, step: row.step ?? 1 }
    case 'scope':
      return { phase, round, whom: row.whom ?? 'product' }
    case 'early':
    case 'recovery':
      return { phase, round, toldMs, waitedMs }
    case 'poll':
      return { phase, round, waitedMs }
    case 'experiment':
      return { phase, round, part: row.part ?? 'burst' }
    case 'vote':
      return { phase, variant: row.variant ?? 'base' }
    case 'turn':
      return { phase, turn: row.turn ?? 0 }
  }
}

/** Exchanges as a script records them, a tenth of a second apart, for tests of the judges. */
export function fabricate(rows: readonly FabricatedExchange[]): readonly Exchange[] {
  return rows.map((row, index): Exchange => {
    const { status = 200, code = status === 429 ? 'rate_limited' : null, scenario = 'limits' } = row
    const headers: HeaderLine[] = [row.retryAfter ?? []].flat().map((value) => ['Retry-After', value] as const)
    const text =
      row.codes === undefined
        ? code === null
          ? (row.text ?? '')
          : JSON.stringify({ code })
        : JSON.stringify(row.codes)
    // Of a success with the envelope, a script keeps only that its JSON is valid.
    const isAsShown = status === 200 && code === null && row.codes === undefined && row.text === undefined
    const cut = row.cut ?? isAsShown
    const named = row.named === undefined ? {} : { codes: row.named }
    const json = isAsShown ? 'valid' : row.broken === true ? 'invalid' : null
    const body =
      row.coding === undefined
        ? { text, bytes: text.length, cut, ...(json === null ? {} : ({ json } as const)), ...named }
        : { text: null, bytes: 9, cut }
    if (row.mediaType !== undefined) headers.push(['Content-Type', row.mediaType])
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
      startedAt: epoch + (row.at ?? index * 100),
      headMs: 5,
      endMs: 6,
      facts: { ...factsOf(row), scenario, durationMs: row.duration ?? 5 },
    }
  })
}

/** The same row several times. */
export const times = (often: number, row: FabricatedExchange): readonly FabricatedExchange[] =>
  Array.from({ length: often }, () => row)

/** Reads the code of a fabricated body. */
export const fabricatedCode: CodeOf = (exchange) => {
  const text = exchange.response?.body.text ?? ''
  if (text.startsWith('[')) return { kind: 'ambiguous', codes: JSON.parse(text) as readonly string[] }
  const [, code] = /^\{"code":"(.*)"\}$/.exec(text) ?? []
  return code === undefined ? { kind: 'none' } : { kind: 'code', code }
}

/** The record of a k6 process that went well, with the given changes. */
export function processRecord(more: Partial<ProcessRecord> = {}): ProcessRecord {
  return {
    endedBy: 'itself',
    exitCode: 0,
    unreadable: 0,
    lastWords: [],
    durationMs: 9000,
    counted: { requests: 0, dropped: 0 },
    ...more,
  }
}

/** The record of a limits scenario that went well, with the given changes. */
export function scenarioRecord(more: Partial<ScenarioRecord> = {}): ScenarioRecord {
  return {
    name: 'limits',
    budget: { requests: 400, ms: 20_000 },
    planned: { requests: null, ratePerSecond: null, durationMs: null },
    skipped: null,
    k6Version: '1.8.1',
    durationMs: 9000,
    processes: [processRecord()],
    stopped: null,
    measured: null,
    trials: { kind: 'complete', askedMs: null },
    ...more,
  }
}

const plateau = { ratePerSecond: 10, durationMs: 1000 }

/** The measurements of a scenario with an arrival rate that sent these rows in order. */
export function measuredOf(
  name: RateScenario,
  targets: readonly Target[],
  rows: readonly FabricatedExchange[],
): Measured {
  const samples = new Samples()
  for (const row of rows) {
    const operation = Math.max(
      0,
      targets.findIndex(({ id }) => id === row.operation),
    )
    const status = row.status === undefined ? 200 : (row.status ?? 0)
    samples.add({ operation, status, durationMs: row.duration ?? 5 }, 0)
  }
  const silentAtEnd = rows.length - 1 - rows.findLastIndex(({ status }) => status !== null)
  return { ...measure({ scenario: name, plateau, targets }, [samples], 0), silentAtEnd }
}

/** The record of a scenario with an arrival rate that sent these rows as planned, with the given changes. */
export function rateRecord(
  name: RateScenario,
  targets: readonly Target[],
  rows: readonly FabricatedExchange[],
  more: Partial<ScenarioRecord> = {},
): ScenarioRecord {
  return scenarioRecord({
    name,
    planned: { requests: rows.length, ...plateau },
    processes: [processRecord({ counted: { requests: rows.length, dropped: 0 } })],
    measured: measuredOf(name, targets, rows),
    trials: null,
    ...more,
  })
}

/** The record of a run of the limits scenario, with the given changes. */
export function loadRecord(more: Partial<LoadRecord> = {}): LoadRecord {
  return {
    baseUrl: 'http://127.0.0.1:1',
    quietKey: true,
    limited: { id: limited, product: 'Livestream', method: 'GET', path: '/api/video/details/all', shown: true },
    reads: [],
    scenarios: [scenarioRecord()],
    thresholds: [],
    trace: null,
    scope: null,
    ...more,
  }
}
