import { causeRow, settingsOf } from '../evidence/causes.ts'
import { checkOf, type Finding, headlineOf } from '../evidence/finding.ts'
import type { Results, TargetName } from '../evidence/results.ts'
import { environmentSettings, type SettingName, settingLabel } from '../fixtures/settings.ts'
import { groupOf } from './finding-group.ts'

/** Findings without an answer for the same reason, and the settings that would give them one. */
export type Gap = ReturnType<typeof gapOf>

/** True for questions that the suite leaves out by itself: nobody has to do anything about them, however many they are. */
export const isSaving = ({ cause }: Pick<Finding, 'cause'>): boolean => causeRow(cause)?.isLeft === true

/** All gaps: questions that were not asked, or whose answers were not clear. By reason and remedy, the largest first. */
export function gapsOf({ findings, run }: Pick<Results, 'findings' | 'run'>): readonly Gap[] {
  const open = findings.filter(({ verdict }) => verdict === 'not-exercised' || verdict === 'inconclusive')
  // Where the target never answered, no setting would have helped.
  const isGone =
    findings.some(({ cause }) => cause === 'target-gone') &&
    findings.every(({ verdict }) => verdict === 'not-exercised')
  return byRemedy(open).map((group) => gapOf(group, run.target, isGone))
}

/** A question without an answer: a finding of a run, or a question that a plan cannot ask. */
type Open = Pick<Finding, 'cause' | 'operation'> & Partial<Pick<Finding, 'verdict'>>

/** Groups open questions by verdict, cause and settings: the largest group first, and savings last. */
export function byRemedy<One extends Open>(open: readonly One[]): readonly One[][] {
  const groups = Map.groupBy(open, ({ verdict, cause, operation }) =>
    [verdict, cause, ...settingsOf(cause, operation)].join(' '),
  )
  const rank = (group: readonly One[]) => Number(group.some(isSaving))
  return [...groups.values()].sort((one, other) => rank(one) - rank(other) || other.length - one.length)
}

/** The settings that would close an open question, and what to do with them. */
export function remedyOf({ cause, operation }: Open, target: TargetName) {
  // No setting changes the embedded service.
  const names = target === 'embedded' ? [] : settingsOf(cause, operation)
  return {
    /** Names of settings as the run's environment spells them; empty where no setting helps. */
    settings: names.map((name) => settingLabel(name, target === 'development')),
    /** What to do with the settings. A setting that has a value already may have to name more. */
    remedy: causeRow(cause)?.remedy ?? ('set' as const),
  }
}

function gapOf(findings: readonly Finding[], target: TargetName, isGone: boolean) {
  const group = groupOf(findings)
  const { lead } = group
  return {
    ...group,
    verdict: lead.verdict,
    /** The reason as a plain sentence. */
    headline: spelled(headlineOf(lead), target),
    checks: [...new Set(findings.map(checkOf))],
    ...remedyOf(lead, target),
    ...(isGone ? { settings: [] } : {}),
  }
}

const settingName = new RegExp(
  `(?<!\\w)(${Object.values(environmentSettings)
    .map(({ name }) => name)
    .join('|')})(?!\\w)`,
  'g',
)

/** A sentence with the names of its settings as the target's environment spells them. */
export function spelled(sentence: string, target: TargetName): string {
  return target === 'development'
    ? sentence.replace(settingName, (name) => settingLabel(name as SettingName, true))
    : sentence
}
