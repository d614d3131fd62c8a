import { type Cause, causeRow } from './causes.ts'
import { type CitedPlace, citedClause } from './cited-clause.ts'
import { type Judgement, messageOf } from './judgement.ts'
import type { RequestId } from './request-id.ts'
import type { Verdict } from './verdict.ts'

/** The first run of the unbroken row of runs in which a finding was violated, and its date. */
export interface Since {
  readonly date: string
  readonly run: string
  /** The cause in the last run of its profile, where that was another: an open door may have been a wrong code. */
  readonly lastCause?: string
}

/** A check's verdict on one operation with its evidence, as `results.json` holds it. */
export interface Finding {
  /** 12 hex digits of check, sub-id and operation: the same whatever the verdict, every night. */
  readonly id: string
  /** Check id, with the sub-id after a colon: `request.field-type:options[].color`. */
  readonly check: string
  /** The clause it stands on: `§5.2`. */
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
  /** A curl line that asks it again, the key written `$API_KEY`; null where nothing was asked. */
  readonly reproduce: string | null
  /** Under which its answer is found in the service's own log; absent on a pass, and where the answer says none. */
  readonly requestIds?: readonly RequestId[]
  /** On a violation that an entry of `known-findings.json` covers: why, who answers for it, and until when (a date). */
  readonly known?: { readonly reason: string; readonly owner: string; readonly until: string }
  /** On a violation of contracts: the request that showed it, under the identifier that it has in every run. */
  readonly shownBy?: string
  /** On what is no violation now and was one: that what showed it was not asked this time, so that nothing is cleared. */
  readonly isLeftOpen?: true
  /** On a violation, where a history was read, and on a drift. */
  readonly since?: Since
}

/** What a question is called: its check, and behind a colon its sub-id. */
export function checkName(check: string, sub: string | null): string {
  return sub === null ? check : `${check}:${sub}`
}

/** A judgement in its place: check, sub-id and operation make the id that it has every night. */
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
    // A list that grew holds room for more: this one is kept.
    exchanges: [...(judgement.exchanges ?? [])],
    reproduce,
  }
}

/** The plain sentence of what it came to; of a cause of another version of the suite the whole message. */
export function headlineOf({ cause, message }: Pick<Finding, 'cause' | 'message'>): string {
  return causeRow(cause)?.headline ?? message
}

/** The check's id without its sub-id. */
export function checkOf(finding: Pick<Finding, 'check'>): string {
  return finding.check.split(':', 1)[0] ?? finding.check
}

/** True for a check that compares runs: with what the service did before, or with what another environment does. */
export const comparesRuns = (check: string): boolean => /^(drift|parity)\./.test(check)

/** The sub-id of a check; the whole of one that has none. */
export function subOf({ check }: Pick<Finding, 'check'>): string {
  return check.slice(check.indexOf(':') + 1)
}

/**
 * The id of a finding, from what never changes: 48 bits of two multiplicative hashes of the text. Not for security, only so
 * that no two of some thousand findings share one; pure, so that k6 can make it too.
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

/** Two digits of every byte: a plan makes some ten thousand ids. */
const digitsOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The last 24 bits. */
function sixDigits(value: number): string {
  return `${digitsOf[(value >>> 16) & 255]}${digitsOf[(value >>> 8) & 255]}${digitsOf[value & 255]}`
}
