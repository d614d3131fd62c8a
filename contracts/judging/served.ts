import { ownAjv } from '../../fixtures/schemas/compiled.ts'
import { type Envelope, envelopeSchema } from '../../fixtures/schemas/envelope.ts'
import { type Answer, parseJson, succeeded } from '../answer.ts'
import type { Learned } from '../learning/learned.ts'
import type { Outcome } from '../outcome.ts'
import { hasCode } from './code.ts'

/** True for the documented envelope (§2). */
export const matchesEnvelope = ownAjv({ strict: true, allErrors: true }).compile<Envelope>(envelopeSchema)

/**
 * O2a: true for a success, and for a refusal with the envelope behind it, one JSON value after the other: what refused the request did not
 * end it. An error that has the form of the envelope itself says nothing.
 */
export function isServed(answer: Answer): boolean {
  if (succeeded(answer)) return true
  const [first, ...rest] = (answer.text ?? '').split(/(?<=\})\s*(?=\{)/).map(parseJson)
  return first !== undefined && !matchesEnvelope(first) && rest.some((value) => matchesEnvelope(value))
}

/** True for the refusal itself under a status of success: the status is wrong, and nobody is let in. */
export const isRefusedAsSuccess = (answer: Answer, code: string, learned: Learned): boolean =>
  succeeded(answer) && !matchesEnvelope(answer.json) && hasCode(answer, code, learned)

/** The refusal that was expected in place of a success. Before a success behind it stands the very refusal, so nothing else told them apart. */
export const inPlaceOf = (answer: Answer, refusal: string) =>
  succeeded(answer) ? refusal : `${refusal}, and nothing behind it`

/** True where a request was served, be it behind a refusal. */
export const wasServed = (outcome: Outcome) => outcome.kind === 'answer' && isServed(outcome.answer)
