import type { SettingName } from '../../fixtures/settings.ts'
import type { Verdict } from '../verdict.ts'

/**
 * How bad a violation is, gravest first.
 * - `access`: somebody is served who should be refused
 * - `crash`: a server error, or no complete answer
 * - `missing`: a listed operation is not there
 * - `wrong`: another status, code or shape than the documented one
 * - `limit`: a rate limit behaves otherwise than documented, a threshold of the team is exceeded, or a scalar is taken for another
 */
export const severities = ['access', 'crash', 'missing', 'wrong', 'limit'] as const
export type Severity = (typeof severities)[number]

/**
 * A setting by name; `VALID_` stands for the one that vouches for a request of the finding's operation, `VALID_BODY` for that
 * of a body alone: broken copies are made of a body that is vouched for, and of no query.
 */
type Remedy = SettingName | 'VALID_' | 'VALID_BODY'

interface Words {
  /** One plain sentence without any particulars: it heads all findings of the cause. */
  readonly headline: string
  /** What one finding adds, with `{slots}` for what was seen: status, count, request. */
  readonly detail?: string
  /** The statement that it is about, where that is another one than its check's. */
  readonly clause?: `§${string}`
  /** The settings that would change the verdict. @default none */
  readonly settings?: readonly Remedy[]
  /** What to do with the settings, where they are there. @default they are to be set */
  readonly remedy?: 'name more in' | 'take it out of' | 'put a valid key into'
  /** True where the profile leaves the question to another operation or night, whatever the settings are. @default false */
  readonly isLeft?: true
}

/** A cause as a row: its words, the verdicts it may have, and how bad it is where one of them is `violation`. */
export type CauseRow = Words &
  (
    | { readonly verdicts: readonly Exclude<Verdict, 'violation'>[] }
    | { readonly verdicts: readonly Verdict[]; readonly severity: Severity }
  )

/** What a row says beside its headline, and no word that no row has. */
type Rest = Omit<Words, 'headline'>
type Known<Own> = Own & { readonly [Word in Exclude<keyof Own, keyof Rest>]: never }

/** Makes rows of causes that break no sentence: a headline, and what else is said. */
const harmless =
  <const V extends readonly Exclude<Verdict, 'violation'>[]>(...verdicts: V) =>
  <const Own extends Rest>(headline: string, own?: Known<Own>) => ({ headline, verdicts, ...(own as Own) })

/** The same of causes that break one. */
const grave =
  <const V extends readonly Verdict[]>(...verdicts: V) =>
  <const Own extends Rest>(severity: Severity, headline: string, own?: Known<Own>) => ({
    headline,
    verdicts,
    severity,
    ...(own as Own),
  })

/** Makes a row, by the verdict that a finding of the cause may have. */
export const may = {
  pass: harmless('pass'),
  undocumented: harmless('undocumented'),
  inconclusive: harmless('inconclusive'),
  notExercised: harmless('not-exercised'),
  inconclusiveOrNotExercised: harmless('inconclusive', 'not-exercised'),
  violation: grave('violation'),
  violationOrUndocumented: grave('violation', 'undocumented'),
  violationOrInconclusive: grave('violation', 'inconclusive'),
}
