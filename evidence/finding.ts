import { type Cause, headline } from './causes.ts'
import { type CitedPlace, citedClause } from './cited-clause.ts'
import { type Judgement, messageOf } from './judgement.ts'
import type { RequestId } from './request-id.ts'
import type { Verdict } from './verdict.ts'

/** The first run of an unbroken row of runs with this violation, and its date. */
export interface Since {
  readonly date: string
  readonly run: string
  /** The cause in the last run of the profile, where it differs: an open door may have been a wrong code before. */
  readonly lastCause?: string
}

/** The verdict of a check on one operation, with its evidence, as in `results.json`. */
export interface Finding {
  /** 12 hex digits, made of check, sub-id and operation: the same in every run, whatever the verdict. */
  readonly id: string
  /** Check id, with the sub-id after a colon: `request.field-type:options[].color`. */
  readonly check: string
  /** The clause that the finding cites: `§5.2`. */
  readonly clause: string
  readonly operation: string | null
  readonly product: string | null
  readonly verdict: Verdict
  readonly cause: Cause
  /** The sentence of the cause, with what was seen. */
  readonly message: string
  readonly expected: string | null
  readonly observed: string | null
  /** Ids of exchanges in `exchanges.ndjson`. */
  readonly exchanges: readonly string[]
  /** A curl line that sends the request again, the key written as `$API_KEY`; null where nothing was asked. */
  readonly reproduce: string | null
  /** The ids of the answer in the service's own log; absent on a pass, and where the answer carries none. */
  readonly requestIds?: readonly RequestId[]
  /** On a violation that an entry of `known-findings.json` covers: the reason, the owner, and the last day (a date). */
  readonly known?: { readonly reason: string; readonly owner: string; readonly until: string }
  /** On a violation of contracts: the request that showed it, by an id that every run gives it. */
  readonly shownBy?: string
  /** True where an earlier violation is not cleared: this run did not send the request that had shown it. */
  readonly isLeftOpen?: true
  /** On a violation and on a drift, where a history was read. */
  readonly since?: Since
}

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
