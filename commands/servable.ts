import { faults } from '../fixtures/faults/faults.ts'
import { loadWeaknesses } from '../fixtures/faults/load-weaknesses.ts'
import { limitForms, limitOptions } from '../fixtures/service/limit-spec.ts'
import { styles } from '../fixtures/styles/styles.ts'
import { columns } from './help.ts'

/** The name of the reference service among the styles. */
export const referenceName = 'reference'

function entries(all: readonly { readonly name: string; readonly summary: string }[]): readonly string[] {
  const rows = all.map(({ name, summary }) => [`  ${name}`, summary] as const)
  return columns(rows, 40)
}

function section(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [heading, ...lines, '']
}

/** Lists what can be served: styles, faults by the check that must catch them, and limits. A line is shown if it has all words. */
export function servable(words: readonly string[]): string {
  const isWanted = (...texts: readonly string[]) =>
    words.every((word) => texts.join(' ').toLowerCase().includes(word.toLowerCase()))
  const allStyles = [{ name: referenceName, summary: 'the reference service' }, ...styles]
  const wantedFaults = faults.filter(({ name, check, summary }) => isWanted(name, check, summary, 'fault'))
  const byCheck = [...Map.groupBy(wantedFaults, ({ check, sub }) => (sub === undefined ? check : `${check}:${sub}`))]
  const lines = [
    ...section(
      'Styles (--style NAME)',
      entries(allStyles.filter(({ name, summary }) => isWanted(name, summary, 'style'))),
    ),
    ...section(
      'Faults (--fault NAME), by the check that must catch them',
      byCheck.flatMap(([check, own]) => [`  ${check}`, ...entries(own)]),
    ),
    ...section(
      'Weaknesses under load (--fault NAME), for thresholds of your own to find',
      entries(loadWeaknesses.filter(({ name, summary }) => isWanted(name, summary, 'fault load weakness'))),
    ),
    ...section(
      'Limits of the load key (--limit SPEC)',
      [...limitForms, ...limitOptions.map((option) => `…,${option}`)]
        .filter((form) => isWanted(form, 'limit'))
        .map((form) => `    ${form}`),
    ),
  ]
  return lines.length === 0
    ? `Nothing that can be served has to do with ${words.join(' ')}.`
    : lines.join('\n').trimEnd()
}
