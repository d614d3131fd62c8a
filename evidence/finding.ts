import { described, nullable, optional, Type, type ValueOf } from '../fixtures/schemas/type.ts'
import { type Cause, headline } from './causes.ts'
import { type CitedPlace, citedClause } from './cited-clause.ts'
import { type Judgement, messageOf } from './judgement.ts'
import { requestIdSchema } from './request-id.ts'
import { verdicts } from './verdict.ts'

const text = Type.String()
const date = Type.String({ format: 'date' })

/** The id of a finding, or of a request that shows one: 12 hex digits. */
export const idSchema = Type.String({ pattern: '^[0-9a-f]{12}$' })

const known = Type.Object({ reason: text, owner: text, until: described(date, 'The last day.') })

/** The first run of an unbroken row of runs with this violation, and its date. */
const since = Type.Object({
  date,
  run: text,
  lastCause: optional(
    text,
    'The cause in the last run of its profile, where it was another: an open door, once a wrong code.',
  ),
})
export type Since = ValueOf<typeof since>

/** The verdict of a check on one operation, with its evidence. */
export const findingSchema = Type.Object({
  id: described(idSchema, 'Made of check, sub-id and operation: the same whatever the verdict, every night.'),
  check: Type.String({
    pattern: '^[a-z0-9-]+\\.[a-z0-9-]+(:[\\s\\S]+)?$',
    description: 'Check id, with the sub-id after a colon: request.field-type:options[].color.',
  }),
  clause: Type.String({ pattern: '^§[1-9]', description: 'The clause that it cites: §5.2.' }),
  operation: described(
    nullable(Type.String({ pattern: '^[A-Z]+ /' })),
    'METHOD /path, exactly as listed, casing included; null where a finding is about no single operation.',
  ),
  product: nullable(text),
  verdict: Type.Enum(verdicts),
  cause: Type.Unsafe<Cause>({ type: 'string', pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }),
  message: Type.String({ minLength: 1, description: 'The sentence of the cause, with what was seen.' }),
  expected: nullable(text),
  observed: nullable(text),
  exchanges: Type.Array(text, { description: 'Ids of exchanges in exchanges.ndjson.' }),
  reproduce: described(
    nullable(text),
    'A curl line that asks again, the key as $API_KEY; null where nothing was asked.',
  ),
  requestIds: optional(
    Type.Array(requestIdSchema),
    "Under which its answer is found in the service's own log; absent on a pass, and where the answer says none.",
  ),
  known: optional(known, 'On a violation that known-findings.json covers.'),
  shownBy: optional(idSchema, 'On a violation of contracts: the request that showed it, the same in every run.'),
  isLeftOpen: optional(
    Type.Literal(true),
    'No violation now and one before: what showed it was not asked this time, so that nothing is cleared.',
  ),
  since: optional(
    since,
    'On a violation and a drift, where a history was read: the first of its unbroken row of runs.',
  ),
})
export type Finding = ValueOf<typeof findingSchema>

/** The name of a question: its check, and behind a colon its sub-id. */
export function checkName(check: string, sub: string | null): string {
  return sub === null ? check : `${check}:${sub}`
}

/** Makes a finding of a judgement. Check, sub-id and operation give its id, the same in every run. */
export function findingOf(place: CitedPlace, judgement: Judgement, reproduce: string | null): Finding {
  const { check, sub, operation, product } = place
  const name = checkName(check, sub)
  return {
    id: findingId(name, operation),
    check: name,
    clause: citedClause(place, judgement),
    operation,
    product,
    verdict: judgement.verdict,
    cause: judgement.cause,
    message: messageOf(judgement),
    expected: judgement.expected ?? null,
    observed: judgement.observed ?? null,
    // A copy: an array that grew keeps spare room, and findings live long.
    exchanges: [...(judgement.exchanges ?? [])],
    reproduce,
  }
}

/** The headline of the cause; the whole message where another version of the suite made the cause. */
export function headlineOf({ cause, message }: Pick<Finding, 'cause' | 'message'>): string {
  return headline(cause) ?? message
}

/** The check's id without its sub-id. */
export function checkOf(finding: Pick<Finding, 'check'>): string {
  return finding.check.split(':', 1)[0] ?? finding.check
}

/** True for a check that compares this run with the baseline or with another deployment. */
export const comparesRuns = (check: string): boolean => /^(drift|parity)\./.test(check)

/** The sub-id of the check; the whole id where it has none. */
export function subOf({ check }: Pick<Finding, 'check'>): string {
  return check.slice(check.indexOf(':') + 1)
}

/**
 * The id of a finding, from check and operation: 48 bits of two multiplicative hashes. It keeps some thousand findings apart and is no
 * security.
 */
export function findingId(check: string, operation: string | null): string {
  const text = `${check}\n${operation ?? ''}`
  let high = 0xdeadbeef
  let low = 0x41c6ce57
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    high = Math.imul(high ^ unit, 0x9e3779b1)
    low = Math.imul(low ^ unit, 0x5f356495)
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35)
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35)
  return sixDigits(high) + sixDigits(low)
}

const sixDigits = (value: number) => (value & 0xffffff).toString(16).padStart(6, '0')
