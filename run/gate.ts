import { checkOf, type Finding } from '../evidence/finding.ts'
import type { ExitCode } from '../evidence/results.ts'

/** What befell a run besides its findings. A text is the one clear sentence that a user gets to read. */
export interface Circumstances {
  /** What is wrong with the settings or the command line, naming the setting or the word. */
  readonly wrongSettings?: string | undefined
  /** What ended the run early: `SIGINT`, `SIGTERM`, `the parent is gone`. */
  readonly interrupted?: string | undefined
  /** Why the target gave no answers: name, port, TLS, silence everywhere. */
  readonly unreachable?: string | undefined
  /** Why k6 is not there although load was asked for. */
  readonly k6Missing?: string | undefined
  /** O10: both shown operations refuse the own key, and no protected operation accepts it. */
  readonly ownCredentialRefused?: boolean | undefined
  /** Any other reason not to trust the run: a crashed worker, a cut recording, a server of something else. */
  readonly untrustworthy?: string | undefined
  /** What is wrong with the files of the run: a credential stood in some, or some could not be written. */
  readonly spoiled?: string | undefined
  /** `--min-exercised`. */
  readonly minExercised?: number | undefined
  /** True where the run puts contract checks to the target. */
  readonly asksContracts: boolean
  /** Drift, parity and known-finding trouble that the profile gates, a sentence each. */
  readonly gated?: readonly string[] | undefined
}

/** The exit code, and how it came about in one sentence. */
export interface Outcome {
  readonly code: ExitCode
  readonly why: string
}

/** 130 over 2 over 1 over 0: a violation beside an untrustworthy circumstance gives no trustworthy answer. */
export function outcomeOf(findings: readonly Finding[], circumstances: Circumstances): Outcome {
  const { interrupted, spoiled } = circumstances
  if (interrupted !== undefined) {
    const done = spoiled === undefined ? 'what was done until then is reported' : spoiled
    return { code: 130, why: sentence(`Interrupted (${interrupted}): ${done}`) }
  }
  const doubt = doubtOf(findings, circumstances)
  if (doubt !== null) return { code: 2, why: sentence(doubt) }
  const trouble = troubleOf(findings, circumstances.gated ?? [])
  if (trouble !== null) return { code: 1, why: sentence(trouble) }
  const told = `No violation in ${count(findings.filter(decided).length, 'judged finding')}`
  const untold = untoldOperations(findings)
  return { code: 0, why: sentence(untold === 0 ? told : `${told}; ${cannotBeTold(untold)}`) }
}

/** How many operations were asked whether they are there, where not one of them could be told; 0 where one could. */
export function untoldOperations(findings: readonly Finding[]): number {
  const asked = findings.filter(
    (finding) => checkOf(finding) === 'catalog.reachable' && finding.verdict !== 'not-exercised',
  )
  return asked.some(decided) ? 0 : asked.length
}

function cannotBeTold(operations: number): string {
  const none = operations === 1 ? 'its one operation could not' : `none of ${operations} operations could`
  return `${none} be told from routes that nobody lists`
}

/**
 * DESIGN section 2: none of the selected checks ended in pass or violation. What any server does, or what only load asks,
 * says nothing of the contract: in a run that asks contracts it does not count.
 */
export function isVacuous(findings: readonly Finding[], asksContracts: boolean): boolean {
  return !findings.some((finding) => decided(finding) && !(asksContracts && saysNothingOfTheContract(finding)))
}

function saysNothingOfTheContract(finding: Finding): boolean {
  const check = checkOf(finding)
  return check === 'http.completes' || check.startsWith('limits.') || check.startsWith('load.')
}

function decided(finding: Finding): boolean {
  return finding.verdict === 'pass' || finding.verdict === 'violation'
}

/** The gravest reason why the findings are no trustworthy answer, or null. */
function doubtOf(findings: readonly Finding[], circumstances: Circumstances): string | null {
  const { wrongSettings, spoiled, unreachable, k6Missing, ownCredentialRefused, untrustworthy, minExercised } =
    circumstances
  if (wrongSettings !== undefined) return wrongSettings
  if (spoiled !== undefined) return spoiled
  if (unreachable !== undefined) return unreachable
  if (k6Missing !== undefined) return k6Missing
  if (ownCredentialRefused === true) {
    return 'The own key was refused everywhere (O10): API_KEY is wrong for this target, or the target refuses valid keys'
  }
  if (untrustworthy !== undefined) return untrustworthy
  if (findings.length === 0) return 'Nothing was judged: the selection left no check to put to any operation'
  if (isVacuous(findings, circumstances.asksContracts)) {
    return `Nothing was decided: of ${count(findings.length, 'finding')}, none that counts ended in pass or violation`
  }
  return minExercised === undefined ? null : tooFew(findings, minExercised)
}

function tooFew(findings: readonly Finding[], minExercised: number): string | null {
  const exercised = findings.filter((finding) => finding.verdict !== 'not-exercised').length
  if (exercised * 100 >= minExercised * findings.length) return null
  const percent = Math.floor((exercised * 1000) / findings.length) / 10
  return `Only ${percent} % was exercised (${exercised} of ${findings.length} findings), asked for at least ${minExercised} %`
}

function troubleOf(findings: readonly Finding[], gated: readonly string[]): string | null {
  const violations = findings.filter((finding) => finding.verdict === 'violation')
  if (violations.length === 0) return gated.length === 0 ? null : gated.join('; ')
  const operations = new Set(violations.map((finding) => finding.operation).filter((operation) => operation !== null))
    .size
  const where = operations === 0 ? '' : ` on ${count(operations, 'operation')}`
  return [`${count(violations.length, 'violation')}${where}`, ...gated].join('; ')
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** One sentence on one line, whatever came in. */
function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}
