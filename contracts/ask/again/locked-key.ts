import { refusedInRows } from '../../learning/key-refusals.ts'
import { ownAnswers } from '../../learning/revocation.ts'
import { lookIn, lookOf, plainReads } from '../../look.ts'
import { hasSucceeded, statusOf, type WithAnswer } from '../../outcome.ts'
import type { Looking } from './second-look.ts'

/** The rests in which a lock may end, each used once in a phase. Milliseconds. */
const restsMs = [1_000, 3_000, 8_000]

/** The first few show whether the key was locked: where most are refused again, that is how this deployment answers. */
const few = 10

/** The most rounds. Each asks what refusals had left out, and that may lock the key again. */
const mostRounds = 3

/**
 * O10: wrong keys of this run may have locked the own key (§8.1). Asks again what refused it in a row, once a read that served it serves it
 * again. A key that is refused after all rests may be revoked.
 */
export async function askUnlocked(looking: Looking): Promise<void> {
  const { operations, phase, ledger, stage, witnesses, askAgain, askMissed } = looking
  const ask = (refused: readonly WithAnswer[]) => askAgain(refused.flatMap((one) => witnesses.taskOf(one)))
  const isRefusedAgain = ({ probe, answer }: WithAnswer) => statusOf(ledger.outcome(probe.id)) === answer.status
  const rests = [0, ...restsMs]
  for (let round = 0; round < mostRounds && !stage.isOver(); round += 1) {
    const refused = refusedInRows(operations, ledger.outcomes).filter(
      ({ probe }) => ledger.entries.get(probe.id)?.phase === phase,
    )
    if (refused.length === 0 || !(await isServed(looking, rests))) return
    const first = refused.slice(0, few)
    await ask(first)
    if (first.filter(isRefusedAgain).length > first.length / 2) return
    await ask(refused.slice(few))
    await askMissed(phase)
  }
}

/** Asks a read that the own key was served, until it is served as before. False where it is not after all rests. */
async function isServed(looking: Looking, rests: number[]): Promise<boolean> {
  const { clock, operations, dispatcher, ledger, stage, witnesses } = looking
  const usual = plainReads(ownAnswers(operations, ledger.outcomes)).find(hasSucceeded)
  if (usual === undefined) return false
  for (let restMs: number | undefined = rests.shift() ?? 0; restMs !== undefined; restMs = rests.shift()) {
    const [task] = witnesses.taskOf(usual)
    const notBefore = clock.monotonic() + restMs
    if (task === undefined || !(await dispatcher.release({ ...task, notBefore }, stage))) return false
    if (lookIn(await witnesses.ask(task)) === lookOf(usual.answer)) return true
  }
  return false
}
