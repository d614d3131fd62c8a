import { detailed } from '../fixtures/catalog/catalog.ts'
import type { EnvironmentSetting, SettingName } from '../fixtures/settings.ts'
import { authenticationCauses } from './causes/authentication.ts'
import { comparisonCauses } from './causes/comparisons.ts'
import { errorCauses } from './causes/errors.ts'
import { loadCauses } from './causes/load.ts'
import { planCauses } from './causes/plan.ts'
import { reachabilityCauses } from './causes/reachability.ts'
import { requestCauses } from './causes/requests.ts'
import type { CauseRow, Severity } from './causes/row.ts'
import type { Verdict } from './verdict.ts'

/** Every cause that a finding may have, by its slug. */
export const causes = {
  ...planCauses,
  ...reachabilityCauses,
  ...authenticationCauses,
  ...errorCauses,
  ...requestCauses,
  ...loadCauses,
  ...comparisonCauses,
} as const satisfies Readonly<Record<string, CauseRow>>

export type Cause = keyof typeof causes

export type CauseOf<V extends Verdict> = {
  [C in Cause]: V extends (typeof causes)[C]['verdicts'][number] ? C : never
}[Cause]

type Slots<Text> = Text extends `${string}{${infer Slot}}${infer Rest}` ? Slot | Slots<Rest> : never
type SlotsOf<C extends Cause> = Slots<(typeof causes)[C]['sentence']>

/** The values that fill the slots of a cause. */
type Values<C extends Cause> = { readonly [Slot in SlotsOf<C>]: string | number }

/** The values as a rest parameter: a cause without slots takes none. */
export type Given<C extends Cause> = [SlotsOf<C>] extends [never] ? [] : [values: Values<C>]

/** The row of a cause; undefined for a slug of another version of the suite. */
export function causeRow(cause: string): CauseRow | undefined {
  return Object.hasOwn(causes, cause) ? causes[cause as Cause] : undefined
}

export function severityOf(cause: string): Severity {
  const row = causeRow(cause)
  return row !== undefined && 'severity' in row ? row.severity : 'wrong'
}

const bodies: Readonly<Record<string, EnvironmentSetting>> = {
  [detailed['embed-create']]: 'VALID_EMBED_BODY',
  [detailed['audience-choice']]: 'VALID_CHOICE_BODY',
}
const vouching: Readonly<Record<string, EnvironmentSetting>> = {
  ...bodies,
  [detailed['details-list']]: 'VALID_DETAILS_QUERY',
}

/** The settings that would change a finding of this cause, named without the prefix of an environment. */
export function settingsOf(cause: string, operation: string | null): readonly SettingName[] {
  return (causeRow(cause)?.settings ?? []).flatMap((name) => {
    if (name === 'VALID_') return vouching[operation ?? ''] ?? []
    return name === 'VALID_BODY' ? (bodies[operation ?? ''] ?? []) : name
  })
}

/** What all findings of a cause say: its sentence up to the colon before the first slot; undefined for a slug of another version. */
export const headline = (cause: string): string | undefined => causeRow(cause)?.sentence.replace(/: [^:{]*\{.*/, '')

/** The sentence of a cause with its slots filled. */
export function sentence(cause: Cause, values: Readonly<Record<string, string | number>>): string {
  return causes[cause].sentence.replace(/\{(\w+)\}/g, (_, slot: string) => String(values[slot]))
}
