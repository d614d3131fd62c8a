import { causeRow, headline } from '../evidence/causes.ts'
import { counted, firstFew } from '../evidence/counted.ts'
import { checkOf, type Finding, subOf } from '../evidence/finding.ts'
import type { ExitCode, KnownTrouble } from '../evidence/results.ts'
import { isDecided } from '../evidence/verdict.ts'
import { capitalised, lowered, present } from '../reports/plain-text.ts'
import { isUnknown } from '../reports/problems.ts'
import { besidesOf, deliveredIn, leftOpen, uncompared } from './besides.ts'
import type { GateInput } from './gate-input.ts'
import { checkFilter } from './options/selection.ts'
import type { Circumstances } from './record.ts'

/** The exit code, and the reason for it in one sentence. */
export interface Decision {
  readonly code: ExitCode
  readonly why: string
  /** On a pass: what it does not prove. */
  readonly besides?: readonly string[]
}

/** The gate: 130 wins over 2, 2 over 1, 1 over 0. A violation beside a doubt is no trustworthy answer. Pure. */
export function gate(input: GateInput): Decision {
  const { findings, circumstances } = input
  const { interrupted, spoiled } = circumstances
  if (interrupted !== undefined) {
    // The verdict beside this sentence already says that the run was interrupted.
    const why = `${interrupted}: ${spoiled ?? 'what was done until then is reported'}`
    return { code: 130, why: sentence(capitalised(why)) }
  }
  for (const doubt of doubts) {
    const why = doubt(input)
    if (why !== null) return { code: 2, why: sentence(why) }
  }
  const troubles = [...brokenBy(findings), ...knownTroubles(input.known), ...differences(input.differing)]
  if (troubles.length > 0)
    return { code: 1, why: sentence(capitalised([...troubles, ...leftOpen(input), ...uncompared(input)].join('; '))) }
  const known = findings.filter((finding) => finding.known !== undefined).length
  const beside = known === 0 ? '' : ` but ${known} known`
  const told = `No violation${beside} in ${counted(findings.filter(isDecided).length, 'judged finding')}`
  const besides = besidesOf(input)
  return { code: 0, why: sentence([told, ...besides].join('; ')), ...(besides.length === 0 ? {} : { besides }) }
}

/** Reasons not to trust the findings, the gravest first: the first that applies gives the sentence. */
const doubts: readonly ((input: GateInput) => string | null)[] = [
  ({ circumstances: { spoiled, unreachable }, targetDoubt }) => spoiled ?? unreachable ?? targetDoubt,
  ({ findings }) =>
    findings.length === 0 ? 'Nothing was judged: the selection left no check to put to any operation' : null,
  ({ findings, circumstances, load }) =>
    !circumstances.asksContracts && load?.answers === 0
      ? (leftOut(findings) ?? `Nothing was answered: ${ofK6(findings) ?? 'load got not one whole answer'}`)
      : null,
  // Who selects checks may ask about other clients alone.
  ({ findings, onlyLimited, circumstances: { checks = [] } }) =>
    brokenBy(findings).length === 0 && checks.length === 0 ? onlyLimited : null,
  // Where the evidence suffices, a violation already reports the end of the answers.
  ({ findings, load }) =>
    load !== null && load.gone !== null && brokenBy(findings).length === 0
      ? `The target stopped answering under load (${load.gone}) and gave no answer to the end of the run`
      : null,
  ({ findings, circumstances }) => (circumstances.asksContracts ? null : loadKeyRefused(findings)),
  ({ findings, circumstances, load }) =>
    !circumstances.asksContracts && load?.isLimitedThroughout && brokenBy(findings).length === 0
      ? 'Load was refused as limited (429) from the first request on: a limit is still on, or somebody else uses its key'
      : null,
  ({ findings, circumstances }) => (circumstances.asksContracts ? null : brokenOff(findings)),
  ({ findings, circumstances }) =>
    isVacuous(findings, circumstances)
      ? `Nothing was decided: of ${counted(findings.length, 'finding')}, none that counts ended in pass or violation${mainReason(findings)}`
      : null,
  tooFewJudged,
  tooFewExercised,
  untriedThresholds,
]

/** Why no scenario was asked, or null where one was. */
function leftOut(findings: readonly Finding[]): string | null {
  const delivered = findings.filter((finding) => checkOf(finding) === 'load.delivered')
  return delivered.every(({ cause }) => cause === 'skipped') ? (delivered[0]?.message ?? null) : null
}

/** Where k6 did not do its work, that is the reason, and not the target. */
function ofK6(findings: readonly Finding[]): string | undefined {
  return findings.find(({ cause }) => cause === 'not-started' || cause === 'broke-off')?.message
}

/** Null where a scenario was delivered, or what k6 sent before its end shows a violation. */
function brokenOff(findings: readonly Finding[]): string | null {
  const why = ofK6(findings)
  if (why === undefined || deliveredIn(findings).length > 0 || brokenBy(findings).length > 0) return null
  return `No load was sent as planned: ${lowered(why)}`
}

/** A key that met its limit is a right key: if it is refused later, it was suspended or turned away. */
function loadKeyRefused(findings: readonly Finding[]): string | null {
  if (!findings.some(({ cause }) => cause === 'key-refused')) return null
  const wasServed = findings.some(({ check, verdict }) => check === 'load.delivered:limits' && verdict === 'pass')
  return wasServed
    ? 'The key of the load was served, and refused after it had been put to its limit: LOAD_API_KEY, or API_KEY in its place, was suspended, or abuse protection turned it away'
    : 'The key of the load was refused: LOAD_API_KEY, or API_KEY in its place, is wrong for this target'
}

/**
 * True where no finding that counts ended in pass or violation. `http.completes` and `load.delivered` never count: they say nothing about
 * the API (O20). Other load checks do not count where contracts are asked: they say nothing about the contract. What load finds beside the
 * selected checks does not count either.
 */
function isVacuous(findings: readonly Finding[], { asksContracts, checks = [] }: Circumstances): boolean {
  const isSelected = checkFilter(checks)
  return !findings.some((one) => isDecided(one) && isSelected(one.check) && counts(checkOf(one), asksContracts))
}

function counts(check: string, asksContracts: boolean): boolean {
  if (check === 'http.completes' || check === 'load.delivered') return false
  return !asksContracts || !/^(limits|load)\./.test(check)
}

/** O20: time, a limit, or answers that the suite does not read left too many operations unjudged. */
function tooFewJudged({ operations, circumstances: { minJudged = 50, asksContracts } }: GateInput): string | null {
  const { judged, selected, kept } = operations
  if (!asksContracts || kept * 100 <= (100 - minJudged) * selected) return null
  return `Only ${judged} of ${selected} operations were judged: time, a limit or answers that the suite does not read kept ${kept} from it (--max-duration gives more time, --min-judged asks for less)`
}

function tooFewExercised({ findings, circumstances: { minExercised } }: GateInput): string | null {
  if (minExercised === undefined) return null
  // Questions that the profile leaves to another night are not missing.
  const asked = findings.filter(({ cause }) => causeRow(cause)?.isLeft !== true)
  const exercised = asked.filter((finding) => finding.verdict !== 'not-exercised').length
  if (exercised * 100 >= minExercised * asked.length) return null
  const percent = Math.floor((exercised * 1000) / asked.length) / 10
  return `Only ${percent} % was exercised (${exercised} of ${asked.length} findings), asked for at least ${minExercised} %`
}

/** Thresholds of the team without any request, although the load was sent as planned: k6 would call them kept. */
function untriedThresholds({ findings }: GateInput): string | null {
  const delivered = deliveredIn(findings)
  const silent = findings.filter(({ cause }) => cause === 'no-samples').map(subOf)
  const untried = silent.filter((name) => delivered.includes(name.split('.')[0] ?? ''))
  if (untried.length === 0) return null
  return `LOAD_THRESHOLDS names what load sends no request to: ${untried.join(', ')} (LOAD_OPERATIONS adds reads; --rate and --duration add requests)`
}

function brokenBy(findings: readonly Finding[]): readonly string[] {
  const violations = findings.filter(isUnknown)
  if (violations.length === 0) return []
  const operations = new Set(violations.map(({ operation }) => operation).filter((operation) => operation !== null))
  const where = operations.size === 0 ? '' : ` on ${counted(operations.size, 'operation')}`
  const known = findings.filter((finding) => finding.known !== undefined).length
  return [`${counted(violations.length, 'violation')}${where}${known === 0 ? '' : `, and ${known} known`}`]
}

/** Troubles with `known-findings.json`, and what to do: a known finding that nobody looks after hides the next fault. */
function knownTroubles(known: KnownTrouble | null): readonly string[] {
  if (known === null) return []
  const said = (ids: readonly string[], what: string) =>
    ids.length > 0 && `${counted(ids.length, 'known finding')} ${what}: ${firstFew(ids)}`
  return present(
    said(known.stale, 'stale (passes now, so take the entry out of known-findings.json)'),
    said(known.expired, 'expired (the date is over)'),
    said(known.unmatched, 'unmatched (no run can have it)'),
  )
}

function differences(differing: readonly Finding[]): readonly string[] {
  const isUntold = ({ cause }: Finding) => cause === 'parity-untold'
  const of = (kind: string) => differing.filter((one) => one.check.startsWith(`${kind}.`) && !isUntold(one)).length
  const [drift, parity] = [of('drift'), of('parity')]
  return present(
    drift > 0 &&
      `${counted(drift, 'observation')} drifted from the baseline (--fail-on drift; baseline accept takes what is meant)`,
    parity > 0 && `${counted(parity, 'observation')} not alike in the two runs (--fail-on parity)`,
    // A user who wants to fail on a difference must learn that nothing could be compared.
    ...differing.filter(isUntold).map(({ message }) => `${lowered(message)} (--fail-on parity)`),
  )
}

function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}

const isOpen = ({ verdict, cause }: Pick<Finding, 'verdict' | 'cause'>) =>
  (verdict === 'inconclusive' || verdict === 'not-exercised') && causeRow(cause)?.isLeft !== true

/** The main reason for open questions, to follow their number, or empty. What other nights will ask does not count. */
export function mainReason(findings: readonly Pick<Finding, 'verdict' | 'cause'>[]): string {
  const byCause = [...Map.groupBy(findings.filter(isOpen), ({ cause }) => cause)]
  const [most] = byCause.toSorted(([, one], [, other]) => other.length - one.length)
  const why = most && headline(most[0])
  return most === undefined || why === undefined ? '' : `, ${most[1].length} because ${lowered(why)}`
}
