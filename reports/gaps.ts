import { causeRow, settingsOf } from '../evidence/causes.ts'
import { checkOf, type Finding, headlineOf } from '../evidence/finding.ts'
import type { Results, TargetName } from '../evidence/results.ts'
import type { Verdict } from '../evidence/verdict.ts'
import { environmentSettings, type SettingName, settingLabel } from '../fixtures/settings.ts'
import { type FindingGroup, groupOf } from './finding-group.ts'

/** Findings that ended without an answer for one reason, and the settings that would change it. */
export interface Gap extends FindingGroup {
  readonly verdict: Verdict
  /** The plain sentence of the reason. */
  readonly headline: string
  readonly checks: readonly string[]
  /** As the environment of the run spells them; none where no setting has an effect. */
  readonly settings: readonly string[]
  /** What is to be done with them: one that is set already may have to name more. */
  readonly remedy: 'set' | 'name more in' | 'take it out of' | 'put a valid key into'
}

/** What was not asked and what could not be told, by reason and remedy, largest first. */
export function gapsOf({ findings, run }: Pick<Results, 'findings' | 'run'>): readonly Gap[] {
  const open = findings.filter(({ verdict }) => verdict === 'not-exercised' || verdict === 'inconclusive')
  // Where nobody ever answered, no setting would have changed anything.
  const isGone =
    findings.some(({ cause }) => cause === 'target-gone') &&
    findings.every(({ verdict }) => verdict === 'not-exercised')
  return byRemedy(open).map((group) => gapOf(group, run.target, isGone))
}

/** A question without an answer: one of a run, or one that a plan cannot ask. */
type Open = Pick<Finding, 'cause' | 'operation'> & Partial<Pick<Finding, 'verdict'>>

/** What is open, by reason and remedy, the largest group first. */
export function byRemedy<One extends Open>(open: readonly One[]): readonly One[][] {
  const groups = Map.groupBy(open, ({ verdict, cause, operation }) =>
    [verdict, cause, ...settingsOf(cause, operation)].join(' '),
  )
  return [...groups.values()].sort((one, other) => other.length - one.length)
}

/** What would change something that is open. */
export function remedyOf({ cause, operation }: Open, target: TargetName): Pick<Gap, 'settings' | 'remedy'> {
  return {
    // The embedded service is as it is: no setting reaches it.
    settings:
      target === 'embedded'
        ? []
        : settingsOf(cause, operation).map((name) => settingLabel(name, target === 'development')),
    remedy: causeRow(cause)?.remedy ?? 'set',
  }
}

function gapOf(findings: readonly Finding[], target: TargetName, isGone: boolean): Gap {
  const group = groupOf(findings)
  const { lead } = group
  return {
    ...group,
    verdict: lead.verdict,
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

/** A sentence with the names of settings as the environment spells them. */
export function spelled(sentence: string, target: TargetName): string {
  return target === 'development'
    ? sentence.replace(settingName, (name) => settingLabel(name as SettingName, true))
    : sentence
}
