import { answerOf } from '../contracts/answer.ts'
import { type Judged, judge } from '../contracts/judge.ts'
import type { Learned } from '../contracts/learning/learned.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import { isTrusted } from '../evidence/results.ts'
import { judgeLoad, type LoadJudgement, type PastScenario } from '../load/judge.ts'
import type { CodeOf } from '../load/judges/load-answer.ts'
import { pastOn } from '../reports/changes/changes.ts'
import type { RecordedRun, Recording } from './record.ts'

/** The judgement of a run, both halves. */
export interface JudgedRun {
  readonly contracts: Judged
  /** Null where load was not asked. */
  readonly load: LoadJudgement | null
  readonly findings: readonly Finding[]
}

/** The findings that measure a run: those of contracts, or of load where only load was asked. */
export function mainFindings({ contracts, load }: JudgedRun): readonly Finding[] {
  return contracts.findings.length > 0 ? contracts.findings : (load?.findings ?? [])
}

/** Reads the code of an answer where the contract half learned that it stands; the load half judges with this. */
function codeReader(learned: Pick<Learned, 'codeOf'>): CodeOf {
  return (exchange) => {
    const answer = answerOf(exchange)
    return answer === null ? { kind: 'none' } : learned.codeOf(answer)
  }
}

/** What trusted earlier runs on this target measured, oldest first. This run is left out where it is merged again. */
function pastScenarios({ memory: { history }, run }: Recording): readonly PastScenario[] {
  return pastOn(history, run)
    .filter(isTrusted)
    .flatMap(({ id, scenarios }) => scenarios.map((scenario) => ({ ...scenario, run: id })))
}

/** Judges what a run recorded. Pure: the same recording gives the same findings. */
export function judgeRun({ plan, recording, exchanges }: RecordedRun): JudgedRun {
  const own = exchanges.filter((exchange) => exchange.source === 'contracts')
  const contracts = judge({ plan, exchanges: own, unsent: recording.unsent })
  const load =
    recording.load === null
      ? null
      : judgeLoad(recording.load, exchanges, codeReader(contracts.learned), pastScenarios(recording))
  const ofLoad = load?.findings ?? []
  return { contracts, load, findings: [...contracts.findings, ...notToldBy(ofLoad, contracts.met), ...ofLoad] }
}

/** The findings about limits that contracts met, without those of checks that load found violated too. */
function notToldBy(load: readonly Finding[], met: readonly Finding[]): readonly Finding[] {
  const told = new Set(load.filter(({ verdict }) => verdict === 'violation').map(checkOf))
  return met.filter((finding) => !told.has(checkOf(finding)))
}
