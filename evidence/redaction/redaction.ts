import { encodings } from './encodings.ts'
import { shortRedaction } from './short-secrets.ts'
import { coveredIn, indexed, shortestStretch, stretchesOf, withoutCovered } from './stretches.ts'
import { lower } from './vocabulary.ts'

/** Takes every credential, and what is derived from one, out of a text. */
export type Redact = (text: string) => string

/** What else a redaction takes out, and how sure it must be. */
export interface RedactionOptions {
  /** Texts made from secrets that nobody encodes again, such as digests: taken out as they are. */
  readonly derived?: readonly string[]
  /**
   * How many times longer a stretch must be: 1 for what a server says; 2 for what we wrote ourselves, where a key that is
   * made of English words must not be found in the words of a report.
   */
  readonly times?: number
}

/**
 * Makes the one redaction of a run: by value, in every encoding, and of any stretch of eight characters or more (without
 * regard to case) that a secret contains, so that a key cut or changed by a character goes too. A secret shorter than
 * eight characters, or of digits alone, is replaced where it stands as a word, and a JSON number that holds it by a text, so
 * that JSON stays JSON; one of digits alone goes in the other encodings as well.
 */
export function redaction(secrets: readonly string[], { derived = [], times = 1 }: RedactionOptions = {}): Redact {
  const all = [...new Set(secrets.map((secret) => secret.trim()))].filter((secret) => secret !== '')
  const whole = all.filter((secret) => secret.length < shortestStretch || /^\d+$/.test(secret))
  const withoutShort = shortRedaction(whole.filter((secret) => times === 1 || secret.length >= shortestStretch))
  const long = all.filter((secret) => secret.length >= shortestStretch)
  const known = indexed([...stretchesOf(long, encodings, times), ...stretchesOf(derived, encodings.slice(0, 1), times)])
  return (text) => {
    // All stretches look at the same text: one that ran on what another left would find a secret in pieces.
    const covered = text.length < shortestStretch ? null : coveredIn(lower(text), known)
    return withoutShort(covered === null ? text : withoutCovered(text, covered))
  }
}
