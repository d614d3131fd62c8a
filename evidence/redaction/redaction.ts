import { isNumber } from './ambiguous.ts'
import { asItIs, encodings } from './encodings.ts'
import { listed } from './listings.ts'
import { coverWords, wordOf } from './short-secrets.ts'
import { betrayingIn, coverStretches, indexed, shortestStretch } from './stretches.ts'
import { type Cover, readings } from './views.ts'
import { withoutCovered } from './without.ts'

/** Removes every credential, and every text derived from one. */
export type Redact = (text: string) => string

/** Options of a redaction: more texts to remove, and how long a match must be. */
export interface RedactionOptions {
  /** Texts made from secrets, such as digests. Nobody encodes them again, so only their plain form is removed. */
  readonly derived?: readonly string[]
  /**
   * How many times longer a matching stretch must be. 1 for what a server says. 2 for what the suite writes: a key of English words must
   * not be found in the words of a report.
   */
  readonly times?: number
}

/**
 * A long text is redacted in parts of `all` characters. Each part repeats the last `again` characters of the one before: more than an
 * escaped stretch needs. Small parts make small views, which are collected soon.
 */
const together = { all: 32_768, again: 2048 } as const

/** How many redacted texts are remembered, and their longest length: names and values of headers come with each answer. */
const kept = { texts: 2048, characters: 256 } as const

/** Remembers the results for short texts, so that each is searched once. */
function remembering(redact: Redact): Redact {
  const known = new Map<string, string>()
  return (text) => {
    if (text.length > kept.characters) return redact(text)
    const before = known.get(text)
    if (before !== undefined) return before
    const safe = redact(text)
    if (known.size >= kept.texts) known.clear()
    known.set(text, safe)
    return safe
  }
}

/**
 * Makes the redaction of a run. It finds secrets by value, in the known encodings and escapes. It also removes any stretch of eight or more
 * characters of a secret, whatever the case: a cut or changed key goes too. A secret that is shorter, or of digits alone, is removed where
 * it stands as a word. JSON stays JSON.
 *
 * Only the characters of a secret go, not the member or line around them: judges read the recording. The code of an error may stand in the
 * same line as the key. A number, or a second value of a member, would be lost when the JSON is read.
 */
export function redaction(secrets: readonly string[], { derived = [], times = 1 }: RedactionOptions = {}): Redact {
  const all = [...new Set(secrets.map((secret) => secret.trim()))].filter((secret) => secret !== '')
  const long = all.filter((secret) => secret.length >= shortestStretch)
  const short = times === 1 ? all.filter((secret) => secret.length < shortestStretch) : []
  const numbers = long.filter(isNumber).flatMap(wordOf)
  const words = [...short.flatMap(wordOf), ...numbers]
  const stretches = indexed(
    [...betrayingIn(long, encodings, times), ...betrayingIn(derived, [asItIs], times)],
    long.filter((secret) => !isNumber(secret)),
  )

  // Secrets are visible ASCII; only values of headers may be anything.
  const isVisible = [...all, ...derived].every((secret) => /^[ -~]*$/.test(secret))

  /** Every search reads the unchanged text: after a replacement, a second search would find only pieces of a secret. */
  const coverAll = (text: string, cover: Cover) => {
    for (const view of readings(text)) {
      coverStretches(view, stretches, cover)
      coverWords(view, words, cover)
    }
    for (const view of listed(text, isVisible)) {
      coverStretches(view, stretches, cover)
      coverWords(view, numbers, cover)
    }
  }

  return remembering((text) => {
    let covered: Uint8Array | null = null
    for (let from = 0; from < text.length; from += together.all - together.again) {
      coverAll(text.slice(from, from + together.all), (start, end) => {
        covered ??= new Uint8Array(text.length)
        covered.fill(1, from + start, from + end)
      })
      if (from + together.all >= text.length) break
    }
    return covered === null ? text : withoutCovered(text, covered)
  })
}
