import type { Outcome } from '../../outcome.ts'
import type { Entry } from '../../plan.ts'
import type { Task } from '../queue.ts'
import type { WitnessSender } from './witness-sender.ts'

/** What was settled, as it would be sent next. */
export function taskOf(
  settled: Outcome,
  { entries, witnesses }: { readonly entries: ReadonlyMap<string, Entry>; readonly witnesses: WitnessSender },
): readonly Task[] {
  const entry = entries.get(settled.probe.id)
  if (entry === undefined) return []
  const { attempts } = settled
  return [{ entry, sent: witnesses.sentOf(settled), attempts, notBefore: 0, fresh: false, alone: false }]
}
