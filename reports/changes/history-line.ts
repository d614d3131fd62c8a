import { type Finding, findingId, idSchema } from '../../evidence/finding.ts'
import { percentilesSchema } from '../../evidence/load-results.ts'
import { oncePer } from '../../evidence/once-per.ts'
import { exitCodes, isTrusted, profiles, type Results, targetNames } from '../../evidence/results.ts'
import { type Verdict, verdicts } from '../../evidence/verdict.ts'
import { eachOf, nullable, Type, type ValueOf } from '../../fixtures/schemas/type.ts'

const count = Type.Integer({ minimum: 0 })

/** One run in `history.ndjson`: only what later runs need. Its size does not grow with the catalogue. */
export const historyLineSchema = Type.Object({
  schemaVersion: Type.Literal(1),
  id: Type.String({ minLength: 1 }),
  /** When the run began, ISO 8601. */
  time: Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT' }),
  profile: Type.Enum(profiles),
  target: Type.Enum(targetNames),
  catalogHash: Type.String(),
  summary: Type.Object(eachOf([...verdicts, 'known'], count)),
  durationMs: Type.Number({ minimum: 0 }),
  exitCode: Type.Enum(exitCodes),
  violations: Type.Array(Type.Object({ id: idSchema, cause: Type.String(), shownBy: Type.Optional(idSchema) })),
  /** Findings that were violations in an earlier run on this target, and that this run judged otherwise. */
  cleared: Type.Array(idSchema),
  /** The keys of the drift (`driftKeys`). Lines of earlier versions have ids of findings, or no such member. */
  drifted: Type.Optional(Type.Array(idSchema)),
  /** The algorithm of each limit that was looked for; `none` where no limit was met. */
  limits: Type.Array(Type.String()),
  scenarios: Type.Array(
    Type.Object({
      name: Type.String(),
      ratePerSecond: nullable(Type.Number()),
      /** Empty where the load was not delivered as planned: such times must not be compared. */
      latencyMs: Type.Partial(percentilesSchema),
    }),
  ),
})

export type HistoryLine = ValueOf<typeof historyLineSchema>

/** The parts of a finding that name a drift. */
export type DriftFinding = Pick<Finding, 'id' | 'check' | 'operation' | 'expected' | 'observed'>

type Side = 'violated' | 'cleared'

/**
 * The sides of findings in one run. None has a finding that the run did not judge, or that was never a violation until then. Computed once
 * for each line: hundreds of findings are looked up in up to a year of lines.
 */
export const sidesIn = oncePer((line: HistoryLine): ReadonlyMap<string, Side> => {
  if (!isTrusted(line)) return new Map()
  const cleared = line.cleared.map((finding) => [finding, 'cleared'] as const)
  return new Map<string, Side>([...cleared, ...line.violations.map(({ id }) => [id, 'violated'] as const)])
})

/** True for a verdict that decides a finding's side. `inconclusive` and `not-exercised` leave the side as it was. */
export function tellsSide(verdict: Verdict): boolean {
  return verdict !== 'inconclusive' && verdict !== 'not-exercised'
}

/**
 * The keys of a drift: they name its new side, so that a further status or member is new drift. A side that may differ each night (a whole
 * body, an interval) is left out: the key is the id of the finding then.
 */
export function driftKeys({ id, check, operation, expected, observed }: DriftFinding): readonly string[] {
  if (/: (status|code|media type|redirect|headers)$/.test(check)) return [findingId(id, observed)]
  const [body] = / body of \d+$/.exec(check) ?? []
  if (body === undefined || expected === null || observed === null) return [id]
  // The key names no question: some operations are asked a hundred.
  return observed.split(', ').map((place) => findingId(`${body} ${place.replace('?', '')}`, operation))
}

/** The line of a run. `past` are the earlier lines of its target; pure. */
export function historyLineOf(results: Results, past: readonly HistoryLine[]): HistoryLine {
  const { run, summary, findings, load } = results
  const everViolated = new Set(past.filter(isTrusted).flatMap(({ violations }) => violations.map((one) => one.id)))
  const ofVerdict = (isWanted: (verdict: Verdict) => boolean) => findings.filter(({ verdict }) => isWanted(verdict))
  return {
    schemaVersion: 1,
    id: run.id,
    time: run.startedAt,
    profile: run.profile,
    target: run.target,
    catalogHash: run.catalogHash,
    summary: { ...summary, known: summary.known ?? 0 },
    durationMs: run.durationMs,
    exitCode: run.exitCode,
    violations: ofVerdict((verdict) => verdict === 'violation').map((finding) => ({
      id: finding.id,
      cause: finding.cause,
      ...(finding.shownBy === undefined ? {} : { shownBy: finding.shownBy }),
    })),
    cleared: ofVerdict((verdict) => verdict !== 'violation' && tellsSide(verdict))
      .filter((finding) => finding.isLeftOpen !== true)
      .map((finding) => finding.id)
      .filter((finding) => everViolated.has(finding)),
    drifted: [...new Set(findings.filter(({ check }) => check.startsWith('drift.')).flatMap(driftKeys))],
    limits: load.limits.map(({ algorithm }) => algorithm),
    scenarios: load.scenarios.map(scenarioOf),
  }
}

function scenarioOf(scenario: Results['load']['scenarios'][number]): HistoryLine['scenarios'][number] {
  const { name, verdict, planned, latencyMs } = scenario
  return { name, ratePerSecond: planned.ratePerSecond, latencyMs: (verdict === 'pass' ? latencyMs : null) ?? {} }
}
