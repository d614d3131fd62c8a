import { answerOf } from '../contracts/answer.ts'
import type { Judged } from '../contracts/judge.ts'
import { closeLookOf, mayTurnAway } from '../contracts/look.ts'
import { isRefusalByLimit } from '../contracts/outcome.ts'
import { wrongBase } from '../evidence/redirects.ts'
import type { ComparedRun } from './compare.ts'
import { goneOf } from './gone.ts'
import { type JudgedRun, mainFindings } from './judge.ts'
import { judgedOperations } from './judged-operations.ts'
import { keyNowAndThen } from './key-now-and-then.ts'
import { oneAnswerOf } from './one-answer.ts'
import type { RecordedRun } from './record.ts'
import { strangerDoubt, strangerUnderLoad } from './stranger.ts'
import { underLoad } from './under-load.ts'

/** Everything that the exit code and its sentence depend on. */
export type GateInput = Readonly<ReturnType<typeof gateInput>>

/** Collects what the gate reads. Pure. */
export function gateInput(
  { plan, recording, exchanges }: RecordedRun,
  judged: JudgedRun,
  compared: Pick<ComparedRun, 'findings' | 'known' | 'untold' | 'drift' | 'parity'>,
) {
  const { hasKey, baseUrl } = plan.facts
  const { circumstances, memory, load } = recording
  const { learned } = judged.contracts
  return {
    findings: compared.findings,
    circumstances,
    known: compared.known,
    untold: compared.untold,
    /** Findings of drift or parity that `--fail-on` names: the team wants exit code 1 for them. */
    differing: memory.failOn.flatMap((word) => compared[word]),
    /** Why two deployments could not be compared, in a sentence. */
    notCompared: compared.parity.find(({ cause }) => cause === 'parity-untold')?.message,
    /** True where `--fail-on drift` is set and no baseline was accepted. */
    withoutBaseline: memory.failOn.includes('drift') && memory.accepted === null,
    /** O10: both shown operations refuse the own key, and no protected operation accepts it. */
    keyRefused: learned.keyRefused === true && hasKey,
    refusedToKey: refusedToKey(judged.contracts),
    /** O20: products that refuse the own key now and take it then. */
    keyNowAndThen: keyNowAndThen(plan.operations, judged.contracts),
    overcome: overcomeOf(judged.contracts),
    /** O10: products that gave one answer to the end of the run, and other answers before. */
    gone: goneOf(plan.operations, exchanges),
    /** O20: products of which nothing was learned, since they answered everything alike. */
    oneAnswer: oneAnswerOf(plan.operations, judged.contracts),
    /** O10: the times from and until which the own key was accepted. */
    keyValid: learned.keyValid,
    /** O10: the spells in which everybody was turned away, the earliest first. */
    turnedAway: learned.turnedAway,
    /** Why the target seems to be something else than the Platform API. */
    stranger: circumstances.asksContracts
      ? strangerDoubt(judged.contracts, hasKey)
      : strangerUnderLoad(load, exchanges),
    /** The address to which every request is redirected, or null. */
    wrongBase: wrongBase(exchanges, baseUrl),
    operations: judgedOperations(mainFindings(judged)),
    /** Null where load was not asked. */
    load: load === null ? null : underLoad(load, exchanges),
  }
}

/**
 * The operations that were asked with the own key, and whether all their answers were 401 or 403. §5.3, §5.5: which key may use which
 * operation is not shown, so no finding tells about a key that most of them refuse.
 */
export function refusedToKey({ outcomes }: Pick<Judged, 'outcomes'>): ReadonlyMap<string, boolean> {
  const answered = [...outcomes.values()].flatMap((outcome) => {
    const { operation, credential } = outcome.probe
    if (operation === null || credential !== 'eligible' || outcome.kind !== 'answer') return []
    return [{ operation, status: outcome.answer.status }]
  })
  const byOperation = Map.groupBy(answered, ({ operation }) => operation)
  return new Map(
    [...byOperation].map(([operation, own]) => [
      operation,
      own.every(({ status }) => status === 401 || status === 403),
    ]),
  )
}

/**
 * How many probes got another answer when they were asked again, and the statuses of the answers before. O10: answers from a spell are
 * judged by the answers after it, so no finding tells about the spell.
 */
export function overcomeOf({ outcomes }: Pick<Judged, 'outcomes'>) {
  const first = [...outcomes.values()].flatMap((outcome) => {
    if (outcome.kind !== 'answer') return []
    const look = closeLookOf(outcome.answer)
    const before = outcome.attempts.slice(0, -1).flatMap((attempt) => answerOf(attempt) ?? [])
    const away = before.find(
      (one) => one.status < 500 && mayTurnAway(one) && !isRefusalByLimit(one) && closeLookOf(one) !== look,
    )
    return away === undefined ? [] : [away.status]
  })
  return { requests: first.length, statuses: [...new Set(first)].sort((one, other) => one - other) }
}
