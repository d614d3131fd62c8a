import type { SettingName } from '../../fixtures/settings.ts'
import type { Verdict } from '../verdict.ts'

/**
 * How grave a violation is, gravest first.
 * - `access`: the service serves somebody whom it should refuse
 * - `crash`: the answer is a server error or incomplete, or none came
 * - `missing`: a listed operation is not there
 * - `wrong`: status, code or shape is not the documented one
 * - `limit`: a rate limit behaves otherwise than documented, a team's threshold is exceeded, or a scalar passes for one of another type
 */
export const severities = ['access', 'crash', 'missing', 'wrong', 'limit'] as const
export type Severity = (typeof severities)[number]

/**
 * A setting by name. `VALID_` stands for the setting that vouches for a request of the finding's operation. `VALID_BODY` stands for the
 * setting that vouches for its body: broken copies are made of a body, never of a query.
 */
type Remedy = SettingName | 'VALID_' | 'VALID_BODY'

interface Words {
  /** What a finding says: a plain headline, and behind a colon, with `{slots}`, what differs from finding to finding. */
  readonly sentence: string
  /** The clause that the cause is about, where the check's own clause is another one. */
  readonly clause?: `§${string}`
  /** The settings that would change the verdict. @default none */
  readonly settings?: readonly Remedy[]
  /** What the reader should do with settings that are set already. @default set them */
  readonly remedy?: 'name more in' | 'take it out of' | 'put a valid key into'
  /** True where the profile leaves the question to another operation or night, whatever the settings. @default false */
  readonly isLeft?: true
}

/** A row of the table of causes: words, possible verdicts, and a severity where `violation` is possible. */
export type CauseRow = Words &
  (
    | { readonly verdicts: readonly Exclude<Verdict, 'violation'>[] }
    | { readonly verdicts: readonly Verdict[]; readonly severity: Severity }
  )

/** The optional fields of a row. `Known` forbids any other field. */
type Rest = Omit<Words, 'sentence'>
type Known<Own> = Own & { readonly [Word in Exclude<keyof Own, keyof Rest>]: never }

/** Makes rows of causes that cannot be a violation. */
const harmless =
  <const V extends readonly Exclude<Verdict, 'violation'>[]>(...verdicts: V) =>
  <const Sentence extends string, const Own extends Rest>(sentence: Sentence, own?: Known<Own>) => ({
    sentence,
    verdicts,
    ...(own as Own),
  })

/** Makes rows of causes that can be a violation: they have a severity too. */
const grave =
  <const V extends readonly Verdict[]>(...verdicts: V) =>
  <const Sentence extends string, const Own extends Rest>(
    severity: Severity,
    sentence: Sentence,
    own?: Known<Own>,
  ) => ({ sentence, verdicts, severity, ...(own as Own) })

/** Makes a row, by the verdicts that a finding with this cause may have. */
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
