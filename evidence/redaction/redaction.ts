import { isNumber } from './ambiguous.ts'
import { asItIs, encodings } from './encodings.ts'
import { listed } from './listings.ts'
import { coverWords, wordOf } from './short-secrets.ts'
import { betrayingIn, coverStretches, indexed, shortestStretch } from './stretches.ts'
import { type Cover, readings } from './views.ts'
import { withoutCovered } from './without.ts'

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
 * Characters of a text that are looked at together, and how many of them again with the next: longer than an escaped stretch.
 * Few enough that the views of them are small objects, which are soon collected.
 */
const together = { all: 32_768, again: 2048 } as const

/** Texts that are kept at most, and their characters: names and values of headers, which come with each answer. */
const kept = { texts: 2048, characters: 256 } as const

/** The same of short texts without looking at them again. */
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
 * Makes the one redaction of a run: by value, in the encodings and escapes that are known here, and of any stretch of eight
 * characters or more (without regard to case) that a secret contains, so that a key cut or changed by a character goes too. A
 * secret shorter than eight characters, or of digits alone, goes where it stands as a word. JSON stays JSON.
 *
 * Characters go, and not the whole member or line that holds them: judges read the recording, and a server may write the code
 * of an error into the same line as the key. A number or a member's second value would not outlive being read as JSON, either.
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

  // Secrets are visible ASCII but for values of headers, which may be anything.
  const fewestListed = [...all, ...derived].every((secret) => /^[ -~]*$/.test(secret)) ? shortestStretch : 0

  /** All look at the same text: one that ran on what another left would find a secret in pieces. */
  const coverAll = (text: string, cover: Cover) => {
    for (const view of readings(text)) {
      coverStretches(view, stretches, cover)
      coverWords(view, words, cover)
    }
    for (const view of listed(text, fewestListed)) {
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
