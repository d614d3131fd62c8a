import { causeRow, settingsOf } from '../evidence/causes.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import type { ExitCode, LimitResult, Results, RunFacts, TargetName } from '../evidence/results.ts'
import type { Verdict } from '../evidence/verdict.ts'
import { settingLabel } from '../fixtures/settings.ts'
import { counted, duration } from './plain-text.ts'

/** Findings that one thing brought about: the same check met the same cause. */
export interface CauseGroup {
  readonly cause: string
  readonly check: string
  readonly clause: string
  /** What their messages have in common. */
  readonly message: string
  readonly findings: readonly Finding[]
  readonly operations: readonly string[]
  readonly products: readonly string[]
}

/** The findings of a verdict by check and cause, most operations first; ties in the order of the findings. */
export function groupsOf(findings: readonly Finding[], verdict: Verdict): readonly CauseGroup[] {
  const groups = Map.groupBy(
    findings.filter((finding) => finding.verdict === verdict),
    (finding) => `${checkOf(finding)} ${finding.cause}`,
  )
  return [...groups.values()].flatMap(groupOf).sort((one, other) => weight(other) - weight(one))
}

function groupOf(findings: readonly Finding[]): CauseGroup[] {
  const [first] = findings
  if (first === undefined) return []
  const { cause, clause } = first
  const message = commonMessage(first, findings)
  const operations = unique(findings.map((finding) => finding.operation))
  const products = unique(findings.map((finding) => finding.product))
  return [{ cause, clause, message, check: checkOf(first), findings, operations, products }]
}

/** The message of all, or where they differ in what was seen, the headline of their cause. */
function commonMessage({ message, cause }: Finding, findings: readonly Finding[]): string {
  return findings.every((finding) => finding.message === message) ? message : (causeRow(cause)?.headline ?? message)
}

function weight(group: CauseGroup): number {
  return group.operations.length * 10_000 + group.findings.length
}

function unique(values: readonly (string | null)[]): string[] {
  return [...new Set(values.filter((value) => value !== null))]
}

/** Findings that ended without an answer for one reason, and the settings that may change it. */
export interface Gap {
  readonly verdict: Verdict
  readonly message: string
  readonly findings: readonly Finding[]
  readonly checks: readonly string[]
  readonly settings: readonly string[]
}

/** What could not be exercised or could not be told, by reason and remedy, largest first. */
export function gapsOf({ findings, run }: Pick<Results, 'findings' | 'run'>): readonly Gap[] {
  const open = findings.filter(({ verdict }) => verdict === 'not-exercised' || verdict === 'inconclusive')
  const settings = ({ cause, operation }: Finding) => settingsOf(cause, operation)
  const groups = Map.groupBy(open, (finding) => [finding.verdict, finding.cause, ...settings(finding)].join(' '))
  return [...groups.values()]
    .flatMap((group) => gapOf(group, run.target))
    .sort((one, other) => other.findings.length - one.findings.length)
}

function gapOf(findings: readonly Finding[], target: TargetName): Gap[] {
  const [first] = findings
  if (first === undefined) return []
  const settings = settingsOf(first.cause, first.operation).map((name) => settingLabel(name, target === 'development'))
  const message = commonMessage(first, findings)
  return [{ verdict: first.verdict, message, findings, checks: unique(findings.map(checkOf)), settings }]
}

const words: Readonly<Record<ExitCode, string>> = {
  0: 'PASSED',
  1: 'FAILED',
  2: 'NO TRUSTWORTHY ANSWER',
  130: 'INTERRUPTED',
}

/** The verdict on the run, in words. */
export function verdictWords(code: ExitCode): string {
  return words[code]
}

/** How much of what was selected was judged: the words stay together wherever they stand (O20). */
export function judgedLine({ judged }: Pick<RunFacts, 'judged'>): string {
  return `${judged.operations} of ${judged.of} operations judged`
}

/** `283 = 265 listed + 1 counted but not listed + 17 not shown`: claimed against listed, never padded. */
export function censusLine({ claimed, listed, extended, unlisted }: Results['catalog']): string {
  const sum = (parts: Results['catalog']['unlisted']) => parts.reduce((total, part) => total + part.count, 0)
  const unnamed = sum(unlisted.filter((part) => part.product !== null))
  const hidden = sum(unlisted.filter((part) => part.product === null))
  const more = extended === 0 ? '' : ` (and ${extended} added by CATALOG_EXTENSION)`
  return `${claimed} = ${listed} listed + ${unnamed} counted but not listed + ${hidden} not shown${more}`
}

/** What was learned of Retry-After at a limit, in a sentence. */
export function retryAfterLine({ retryAfter, operation }: LimitResult): string {
  const { form, longestMs, trials, recovered } = retryAfter
  if (form === null) return `no refusal was met on ${operation}, so Retry-After was not seen`
  if (form === 'absent') return `refused on ${operation} without Retry-After, which may be left out (§7.2)`
  const named = longestMs === null ? '' : `, ${duration(longestMs)} at most`
  const kept = trials === 0 ? 'never waited out' : `served again after ${recovered} of ${counted(trials, 'wait')}`
  return `Retry-After ${trials > 0 && trials === recovered ? 'verified' : 'seen'} on ${operation}: ${form}${named}, ${kept}`
}

/** What was inferred of a limit, in words: the algorithm with its numbers, or that it cannot be told. */
export function limitLine({ algorithm, quota, windowMs, refillPerSecond, scope }: LimitResult): string {
  if (algorithm === 'none') return `no limit was met (${scope})`
  if (algorithm === 'inconclusive') return `the kind of limit cannot be told (${scope})`
  const size = quota === null ? '' : `, ${counted(quota, 'request')}`
  const window = windowMs === null ? '' : ` in ${duration(windowMs)}`
  const refill = refillPerSecond === null ? '' : `, ${Number(refillPerSecond.toFixed(2))} a second come back`
  return `${algorithm.replace('-', ' ')}${size}${window}${refill} (${scope})`
}
