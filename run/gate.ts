import { checkOf, type Finding } from '../evidence/finding.ts'
import type { ExitCode } from '../evidence/results.ts'
import { isDecided } from '../evidence/verdict.ts'
import type { JudgedRun } from './judge.ts'
import type { RecordedRun } from './record.ts'
import { strangerDoubt, untoldOperations } from './stranger.ts'

/** What befell a run besides its findings, as `recording.json` keeps it. A text is the one sentence that a user reads. */
export interface Circumstances {
  /** What ended the run early: `SIGINT`, `SIGTERM`, `the parent is gone`. */
  readonly interrupted?: string | undefined
  /** Why the target gave no answers: name, port, TLS, silence everywhere. */
  readonly unreachable?: string | undefined
  /** What is wrong with the files of the run: a credential stood in some. */
  readonly spoiled?: string | undefined
  /** `--min-exercised`. */
  readonly minExercised?: number | undefined
  /** True where the run puts contract checks to the target. */
  readonly asksContracts: boolean
}

/** All that the exit code depends on. */
export interface GateInput {
  readonly findings: readonly Finding[]
  readonly circumstances: Circumstances
  /** O10: both shown operations refuse the own key, and no protected operation accepts it. */
  readonly keyRefused: boolean
  /** Why something else than the Platform API seems to stand there. */
  readonly stranger: string | null
}

/** The exit code, and how it came about in one sentence. */
export interface Decision {
  readonly code: ExitCode
  readonly why: string
}

/** What a judged run brings to the gate. `spoiled` is said in place of what was recorded. */
export function gateInput({ plan, recording }: RecordedRun, judged: JudgedRun, spoiled?: string): GateInput {
  const { findings, contracts } = judged
  const circumstances = spoiled === undefined ? recording.circumstances : { ...recording.circumstances, spoiled }
  const { hasKey } = plan.facts
  const keyRefused = contracts.learned.keyRefused && hasKey
  return { findings, circumstances, keyRefused, stranger: strangerDoubt(contracts, hasKey) }
}

/** 130 over 2 over 1 over 0: a violation beside a doubt gives no trustworthy answer. Pure. */
export function gate(input: GateInput): Decision {
  const { findings, circumstances } = input
  const { interrupted, spoiled } = circumstances
  if (interrupted !== undefined) {
    const done = spoiled === undefined ? 'what was done until then is reported' : spoiled
    return { code: 130, why: sentence(`Interrupted (${interrupted}): ${done}`) }
  }
  for (const doubt of doubts) {
    const why = doubt(input)
    if (why !== null) return { code: 2, why: sentence(why) }
  }
  const violations = findings.filter((finding) => finding.verdict === 'violation')
  if (violations.length > 0) return { code: 1, why: sentence(broken(violations)) }
  const told = `No violation in ${count(findings.filter(isDecided).length, 'judged finding')}`
  const untold = untoldOperations(findings)
  return { code: 0, why: sentence(untold === 0 ? told : `${told}; ${cannotBeTold(untold)}`) }
}

/** A reason not to trust the findings, or null. */
type Doubt = (input: GateInput) => string | null

/** The gravest first: the first that applies is said. */
const doubts: readonly Doubt[] = [
  ({ circumstances }) => circumstances.spoiled ?? null,
  ({ circumstances }) => circumstances.unreachable ?? null,
  ({ keyRefused }) =>
    keyRefused
      ? 'The own key was refused everywhere (O10): API_KEY is wrong for this target, or the target refuses valid keys'
      : null,
  ({ stranger }) => stranger,
  ({ findings }) =>
    findings.length === 0 ? 'Nothing was judged: the selection left no check to put to any operation' : null,
  ({ findings, circumstances }) =>
    isVacuous(findings, circumstances.asksContracts)
      ? `Nothing was decided: of ${count(findings.length, 'finding')}, none that counts ended in pass or violation`
      : null,
  tooFewExercised,
]

/**
 * O20: none of the selected checks ended in pass or violation. What any server does, or what only load asks,
 * says nothing of the contract: in a run that asks contracts it does not count.
 */
function isVacuous(findings: readonly Finding[], asksContracts: boolean): boolean {
  return !findings.some((finding) => isDecided(finding) && !(asksContracts && saysNothingOfTheContract(finding)))
}

function saysNothingOfTheContract(finding: Finding): boolean {
  const check = checkOf(finding)
  return check === 'http.completes' || check.startsWith('limits.') || check.startsWith('load.')
}

function tooFewExercised({ findings, circumstances: { minExercised } }: GateInput): string | null {
  if (minExercised === undefined) return null
  const exercised = findings.filter((finding) => finding.verdict !== 'not-exercised').length
  if (exercised * 100 >= minExercised * findings.length) return null
  const percent = Math.floor((exercised * 1000) / findings.length) / 10
  return `Only ${percent} % was exercised (${exercised} of ${findings.length} findings), asked for at least ${minExercised} %`
}

function broken(violations: readonly Finding[]): string {
  const operations = new Set(violations.map((finding) => finding.operation).filter((operation) => operation !== null))
    .size
  const where = operations === 0 ? '' : ` on ${count(operations, 'operation')}`
  return `${count(violations.length, 'violation')}${where}`
}

function cannotBeTold(operations: number): string {
  const none = operations === 1 ? 'its one operation could not' : `none of ${operations} operations could`
  return `${none} be told from routes that nobody lists`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

/** One sentence on one line, whatever came in. */
function sentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return /[.!?]$/.test(line) ? line : `${line}.`
}
