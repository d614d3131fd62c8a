import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ContractRecording } from '../contracts/judge.ts'
import { met } from '../contracts/judging/met-limits.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Finding } from '../evidence/finding.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { checks } from '../fixtures/checks.ts'
import { settingLabel } from '../fixtures/settings.ts'
import { isScenario } from '../load/registry.ts'
import { spelled } from '../reports/gaps.ts'
import { type Around, askAll, k6For } from './ask.ts'
import { compareRun } from './compare.ts'
import { type JudgedRun, judgeRun } from './judge.ts'
import { optionWords } from './options/option.ts'
import { type RunOptions, readRunOptions } from './options/run-options.ts'
import { type Prepared, prepare } from './prepare.ts'
import { type RecordedRun, recordedRun } from './record.ts'
import type { Variables } from './settings/settings.ts'
import { targetDoubt } from './target-doubt.ts'
import { newRunId } from './version.ts'

/** The result of asking a finding again. `stopped` tells why it could not be asked. */
export type Replayed = Awaited<ReturnType<typeof replay>>

const metByChance = 'A limit that nobody asked for cannot be met again on purpose: run the suite again.'
const askedOtherwise = 'What it was seen on is not asked any more in these words: run the suite again.'

/** The options that ask a finding again: its profile, its check, its operation and the same seed. */
export function optionsFor(finding: Finding, { recording }: RecordedRun, settings: string | null): RunOptions {
  const { target, seed, profile } = recording.run
  const excluded = (recording.excluded ?? []).flatMap((exclude) => optionWords({ exclude }))
  const scenario = scenarioOf(finding, recording.load)
  const asked =
    scenario === null
      ? optionWords({ only: 'contracts', check: finding.check, operation: finding.operation })
      : [...optionWords({ only: 'load', scenario }), ...loadWords(scenario, recording.load)]
  return readRunOptions([profile, ...optionWords({ target, seed, settings }), ...excluded, ...asked])
}

/** The rate and the duration of a scenario as options: most scenarios have no default, and `limits` may have been given longer. */
export function loadWords(scenario: string, load: RecordedRun['recording']['load']): readonly string[] {
  const recorded = load?.scenarios.find(({ name }) => name === scenario)
  if (recorded === undefined) return []
  if (scenario === 'limits') return optionWords({ duration: Math.ceil(recorded.budget.ms / 1000) })
  const { ratePerSecond: rate, durationMs } = recorded.planned
  if (rate === null) return []
  return optionWords({ rate, duration: durationMs === null ? null : durationMs / 1000 })
}

/** The scenario of a load finding; null for a finding of contracts. */
function scenarioOf(finding: Finding, load: RecordedRun['recording']['load']): string | null {
  const [check = '', sub] = finding.check.split(':')
  const ofLoad = checks.some(({ id, asks }) => id === check && asks === 'load') || isScenario(sub ?? '')
  if (!ofLoad) return null
  const names = load?.scenarios.map(({ name }) => name as string) ?? []
  const named = names.find((name) => sub === name || sub?.startsWith(`${name}.`))
  return named ?? (check.startsWith('limits.') ? 'limits' : (names.find((name) => name !== 'limits') ?? 'smoke'))
}

/** Why a finding's operation must not be asked again, in a sentence; null where it may. */
export function whyExcluded(
  { operation }: Pick<Finding, 'operation'>,
  { options, selection }: Pick<Prepared, 'options' | 'selection'>,
): string | null {
  if (operation === null || !selection.excluded(operation)) return null
  return options.exclude.includes(operation)
    ? `${operation} is excluded: its run was told --exclude "${operation}". Run the suite again without it.`
    : `${operation} is excluded by ${settingLabel('EXCLUDE_OPERATIONS', options.target === 'development')}: take it out there to ask it.`
}

/** A recording with the new exchanges in place of the old ones of the same probes. */
export function recordedAnew(run: ContractRecording, again: ContractRecording): ContractRecording {
  const asked = new Set(again.plan.entries.map(({ probe }) => probe.id))
  const unsent = Object.entries(run.unsent).filter(([probe]) => !asked.has(probe))
  return {
    plan: run.plan,
    exchanges: [...run.exchanges.filter(({ probe }) => !asked.has(probe)), ...again.exchanges],
    unsent: { ...Object.fromEntries(unsent), ...again.unsent },
  }
}

/**
 * True where a probe that had shown the finding is not in the new plan. Another version of the suite asks the question by other probes. The
 * old exchanges then prove nothing about today.
 */
export function isAskedOtherwise(
  { id, exchanges }: Finding,
  run: Pick<ContractRecording, 'plan' | 'exchanges'>,
  { plan }: Pick<ContractRecording, 'plan'>,
): boolean {
  const own = run.plan.questions.find((question) => question.id === id)
  const told = run.exchanges.filter((exchange) => exchanges.includes(exchange.id)).map(({ probe }) => probe)
  const asked = new Set(plan.entries.map(({ probe }) => probe.id))
  return told.some((probe) => own?.probes.includes(probe) && !asked.has(probe))
}

/** The whole run, with the exchanges that were asked again. */
function renewed({ plan, exchanges, recording }: RecordedRun, again: RecordedRun): RecordedRun {
  const { load, unsent } = again.recording
  const { baseUrl } = again.plan.facts
  const old = load === null ? exchanges : exchanges.filter(({ source }) => source !== 'load')
  const anew = recordedAnew({ plan, exchanges: old, unsent: recording.unsent }, { ...again, unsent })
  return {
    // The curl lines must name the address that was asked now.
    plan: { ...plan, facts: { ...plan.facts, baseUrl } },
    exchanges: anew.exchanges,
    recording: { ...recording, unsent: anew.unsent, load: load ?? recording.load },
  }
}

/** The doubt about the target, from the new exchanges alone. Another service, or an unknown key, proves nothing about the finding. */
function doubtAbout(again: RecordedRun): string | null {
  const doubt = targetDoubt(again, judgeRun(again))
  return doubt === null ? null : spelled(doubt, again.recording.run.target)
}

/** Asks a prepared run again and returns its record; it keeps no run folder. */
async function askAgain(prepared: Prepared, around: Around): Promise<RecordedRun> {
  const startedAt = new Date()
  const id = newRunId(startedAt)
  using folder = mkdtempDisposableSync(join(tmpdir(), 'platform-api-suite-replay-'))
  const exchanges: Exchange[] = []
  const k6 = await k6For(prepared, around)
  const record = (exchange: Exchange) => {
    exchanges.push(exchange)
  }
  const asked = await askAll(prepared, { id, directory: folder.path, k6, record, ...around })
  return recordedRun(prepared, asked, exchanges, { id, startedAt, finishedAt: new Date(), ...around })
}

/** The error for an id that no check's finding has. Drift and parity have ids, but only a comparison shows them. */
function whyNotHad(id: string, run: RecordedRun, judged: JudgedRun): UsageError {
  const { drift, parity } = compareRun(run, judged)
  const difference = [...drift, ...parity].find((finding) => finding.id === id)
  return new UsageError(
    difference === undefined
      ? `The run ${run.recording.run.id} has no finding ${id}: see its report, or name the folder of a run that has it`
      : `${id} is ${difference.check}, a difference between two runs: another run tells whether it is there`,
  )
}

/** Violations that were none before, shown by new exchanges alone: the old ones prove nothing about today. */
export function brokenNow(
  findings: readonly Finding[],
  before: readonly Finding[],
  asked: readonly Pick<Exchange, 'id'>[],
): readonly Finding[] {
  const isBroken = ({ verdict }: Finding) => verdict === 'violation'
  const old = new Set(before.filter(isBroken).map(({ id }) => id))
  const fresh = new Set(asked.map(({ id }) => id))
  return findings.filter((one) => isBroken(one) && !old.has(one.id) && one.exchanges.every((id) => fresh.has(id)))
}

/**
 * Asks a finding again. The probes, their controls and what the check builds on go to the address that is set now. They are judged together
 * with the rest of the old recording. `begin` is called before the first request. Throws a `UsageError` for an id that the run has not.
 */
export async function replay(
  id: string,
  run: RecordedRun,
  { settings, environment }: { readonly settings: string | null; readonly environment: Variables },
  interruption: Around['interruption'],
  begin: (finding: Finding, prepared: Prepared) => Around['output'],
) {
  const judged = judgeRun(run)
  const before = judged.findings.find((finding) => finding.id === id)
  if (before === undefined) throw whyNotHad(id, run, judged)
  if (before.check.endsWith(`:${met}`)) return { before, now: null, worse: [], stopped: metByChance, requests: 0 }
  await using prepared = await prepare(optionsFor(before, run, settings), environment)
  const excluded = whyExcluded(before, prepared)
  if (excluded !== null) return { before, now: null, worse: [], stopped: excluded, requests: 0 }
  const output = begin(before, prepared)
  const again = await askAgain(prepared, { interruption, output }).finally(output.end)
  const { interrupted, unreachable } = again.recording.circumstances
  const { findings } = judgeRun(renewed(run, again))
  const now = findings.find((finding) => finding.id === id) ?? null
  const own = findings.filter(({ operation }) => operation === before.operation)
  const worse = brokenNow(own, judged.findings, again.exchanges)
  const why = interrupted ?? unreachable ?? (isAskedOtherwise(before, run, again) ? askedOtherwise : doubtAbout(again))
  return { before, now, worse, stopped: why, requests: again.recording.run.requests }
}
