import type { Reason } from '../../evidence/judgement.ts'
import type { Known } from '../../fixtures/target.ts'
import type { Facts } from '../check.ts'
import type { Plan, Selection } from '../plan.ts'
import { EntryList } from '../planning/entries.ts'
import type { SettingQuestion } from './questions.ts'

/** A plan of these questions alone. The policy and exclusions hold for them as for every other request. */
export function planOfSettings(
  questions: readonly SettingQuestion[],
  selection: Selection,
  facts: Facts,
  known: Known,
): Plan {
  const everything = questions.map(({ operation, probe }) => ({ operation, conditional: { probe } }))
  const entries = new EntryList({ selection, facts, known, everything })
  for (const wanted of everything) entries.add(wanted)
  return {
    facts,
    entries: entries.all,
    questions: [],
    cleanUps: entries.cleanUps(),
    operations: selection.operations,
    unselected: [],
    isWhole: false,
  }
}

/** The questions that settings and policy leave unexercised, whatever the deployment answers. */
export function leftOut({ entries, questions }: Plan): readonly (Reason & { readonly operation: string })[] {
  const byProbe = new Map(entries.map((entry) => [entry.probe.id, entry]))
  return questions.flatMap(({ operation, probes, barred }) => {
    const own = probes.flatMap((id) => byProbe.get(id)?.barred ?? [])
    const reason = barred ?? (own.length > 0 && own.length === probes.length ? (own[0] ?? null) : null)
    return reason === null ? [] : [{ operation, ...reason }]
  })
}
