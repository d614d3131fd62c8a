import type { Outcome } from '../../outcome.ts'
import type { Entry } from '../../plan.ts'
import type { Task } from '../queue.ts'
import type { WitnessSender } from './witness-sender.ts'

/** What is known of a run when something is asked again. */
export interface KnownSoFar {
  readonly witnesses: WitnessSender
  /** What became of each probe so far. */
  readonly outcomes: ReadonlyMap<string, Outcome>
  /** All that is planned, by probe. */
  readonly entries: ReadonlyMap<string, Entry>
}

/** What was settled, as it would be sent next. */
export function taskOf(settled: Outcome, { entries, witnesses }: KnownSoFar): readonly Task[] {
  const entry = entries.get(settled.probe.id)
  if (entry === undefined) return []
  const { attempts } = settled
  return [{ entry, sent: witnesses.sentOf(settled), attempts, notBefore: 0, fresh: false, alone: false }]
}
