import { brokenAttemptNotes } from './broken-attempts.ts'
import type { ComparedRun } from './compare.ts'
import { type JudgedRun, mainFindings } from './judge.ts'
import { judgedOperations } from './judged-operations.ts'
import { oneAnswerNotes } from './one-answer.ts'
import { onlyLimited, ownKeyNotes } from './own-key.ts'
import type { RecordedRun } from './record.ts'
import { targetDoubt } from './target-doubt.ts'
import { underLoad } from './under-load.ts'

/** Everything that the exit code and its sentence depend on. */
export type GateInput = Readonly<ReturnType<typeof gateInput>>

/** Collects what the gate reads. Pure. */
export function gateInput(
  run: RecordedRun,
  judged: JudgedRun,
  compared: Pick<ComparedRun, 'findings' | 'known' | 'untold' | 'dropped' | 'drift' | 'parity'>,
) {
  const { plan, recording, exchanges } = run
  const { circumstances, memory, load } = recording
  const untold = compared.parity.find(({ cause }) => cause === 'parity-untold')
  return {
    findings: compared.findings,
    circumstances,
    known: compared.known,
    untold: compared.untold,
    dropped: compared.dropped,
    /** Findings of drift or parity that `--fail-on` names: the team wants exit code 1 for them. */
    differing: memory.failOn.flatMap((word) => compared[word]),
    /** Why two deployments could not be compared, in a sentence; undefined where `differing` holds it. */
    notCompared: memory.failOn.includes('parity') ? undefined : untold?.message,
    /** How many questions to development were kept open, so that they could not be compared. */
    leftUncompared: untold === undefined ? (run.twin?.open ?? 0) : 0,
    /** True where `--fail-on drift` is set and no baseline was accepted. */
    withoutBaseline: memory.failOn.includes('drift') && memory.accepted === null,
    targetDoubt: targetDoubt(run, judged),
    /** Why the own key shows nothing, where it met nothing but a limit. */
    onlyLimited: onlyLimited(judged.contracts),
    /** O20: sentences that no finding tells, about the own key, broken connections, and one answer to whatever was asked. */
    keyNotes: ownKeyNotes(plan.operations, judged.contracts),
    answerNotes: [
      ...brokenAttemptNotes(judged.contracts),
      ...oneAnswerNotes(plan.operations, judged.contracts, exchanges),
    ],
    operations: judgedOperations(mainFindings(judged)),
    /** Null where load was not asked. */
    load: load === null ? null : underLoad(load, exchanges),
  }
}
