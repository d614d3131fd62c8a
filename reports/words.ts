import type { Severity } from '../evidence/causes/row.ts'
import { severityOf } from '../evidence/causes.ts'
import type { ExitCode, RunFacts } from '../evidence/results.ts'
import { nounOf, type Verdict, verdicts } from '../evidence/verdict.ts'

/** The words that all formats share. There is one list, so that a thing has one name. */

/** The verdict on a run, by its exit code. */
export const outcomeWords: Readonly<Record<ExitCode, string>> = {
  0: 'PASSED',
  1: 'FAILED',
  2: 'NO TRUSTWORTHY ANSWER',
  130: 'INTERRUPTED',
}

/** The title of a report: `PASSED: Platform API, nightly against development`. */
export function titleOf({ exitCode, profile, target }: Pick<RunFacts, 'exitCode' | 'profile' | 'target'>): string {
  return `${outcomeWords[exitCode]}: Platform API, ${profile} against ${target}`
}

/** The meaning of each verdict in a few words, for first readers. */
export const meanings: Readonly<Record<Verdict, string>> = {
  pass: 'the answer is as the specification says',
  violation: 'the answer is not as the specification says',
  undocumented: 'the specification does not say what is right here',
  inconclusive: 'the answers do not show which it is',
  'not-exercised': 'this was not asked; the reason stands beside it',
}

/** The numbers of all five verdicts, in a row. */
export function countsInWords(summary: Readonly<Record<Verdict, number>>): string {
  return verdicts.map((verdict) => `${summary[verdict]} ${nounOf(verdict, summary[verdict])}`).join(', ')
}

interface SeverityWords {
  /** The word on a label. */
  readonly name: string
  /** What one operation does, in words, and what several do. */
  readonly one: string
  readonly many: string
}

const severityWords: Readonly<Record<Severity, SeverityWords>> = {
  access: { name: 'open door', one: 'takes a key that it should refuse', many: 'take a key that they should refuse' },
  crash: { name: 'crash', one: 'crashes', many: 'crash' },
  missing: { name: 'missing', one: 'is missing', many: 'are missing' },
  wrong: { name: 'wrong answer', one: 'answers otherwise than documented', many: 'answer otherwise than documented' },
  limit: { name: 'rate limit', one: 'breaks the rules of its rate limit', many: 'break the rules of their rate limit' },
}

/** Causes with more exact words than those of their severity. All causes that begin with `no-answer-` share theirs. */
const causeWords: Readonly<Record<string, Partial<SeverityWords>>> = {
  'accepted-without-key': { one: 'can be used without a key', many: 'can be used without a key' },
  'accepted-invalid-key': { one: 'accepts a wrong key', many: 'accept a wrong key' },
  'type-coerced': { name: 'loose type', one: 'takes a value of another type', many: 'take values of another type' },
  exceeded: { name: 'threshold', one: 'exceeds a threshold of your team', many: 'exceed thresholds of your team' },
  'no-answer': { name: 'no answer', one: 'gives no complete answer', many: 'give no complete answer' },
  'no-answer-': {
    name: 'no answer',
    one: 'leaves requests without a complete answer',
    many: 'leave requests without a complete answer',
  },
}

/** The words for a violation of this cause. */
export function severityWordsOf(cause: string): SeverityWords {
  const own = cause.startsWith('no-answer-') ? 'no-answer-' : cause
  return { ...severityWords[severityOf(cause)], ...causeWords[own] }
}

/** Titles of observations, by their names in `results.json`. */
export const observationTitles: Readonly<Record<string, string>> = {
  codePlaces: 'Where the error code stands',
  unknownRoutes: 'Answers to unknown paths',
  protected: 'Operations that need a key',
  open: 'Operations that need no key',
  undecided: 'Key needed? Not clear',
  operations: 'Statuses of each operation',
  embedMembers: 'Members that a vote embed must have',
}

/** Headings that several formats share. */
export const headings = { gaps: 'Not tested, or not clear', limits: 'Rate limits', load: 'Load' } as const
