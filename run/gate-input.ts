import { wrongBase } from '../evidence/redirects.ts'
import type { ComparedRun } from './compare.ts'
import { type JudgedRun, mainFindings } from './judge.ts'
import { judgedOperations } from './judged-operations.ts'
import { oneAnswerNotes } from './one-answer.ts'
import { ownKeyNotes } from './own-key.ts'
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
    /** O20: sentences that no finding tells, about the own key and about one answer to whatever was asked. */
    keyNotes: ownKeyNotes(plan.operations, judged.contracts),
    answerNotes: oneAnswerNotes(plan.operations, judged.contracts, exchanges),
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
