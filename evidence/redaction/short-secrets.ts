import { isAmbiguous, isNumber } from './ambiguous.ts'
import { shortestStretch } from './stretches.ts'
import { type Cover, coverIn, type View } from './views.ts'
import { lower, vocabulary } from './vocabulary.ts'

/** A secret that is recognized only as a whole word. */
type Word = ReturnType<typeof wordOf>[number]

/**
 * The pattern of a short secret, or of one of digits alone, as a whole word. Words of JSON and of the specification get no pattern: else
 * every `true` and every `status` of a body would go. A long number may stand beside letters. Four digits before a time of day are the year
 * of an HTTP date, which judges read.
 */
export function wordOf(secret: string) {
  if (vocabulary.has(lower(secret))) return []
  const beside = isNumber(secret) && secret.length >= shortestStretch ? '\\d' : '[\\w-]'
  const noYear = /^\d{4}$/.test(secret) ? '(?! \\d\\d:\\d\\d:\\d\\d)' : ''
  const escaped = secret.replace(/[^\w]/g, '\\$&')
  return [
    {
      pattern: new RegExp(`(?<!${beside})${escaped}(?!${beside})${noYear}`, 'g'),
      /** True where only an escaped form of the word gives the secret away. */
      ambiguous: !isNumber(secret) && isAmbiguous(secret),
    },
  ]
}

export function coverWords(view: View, secrets: readonly Word[], cover: Cover): void {
  for (const { pattern, ambiguous } of secrets) {
    for (const { 0: word, index } of view.text.matchAll(pattern)) {
      coverIn(view, { at: index, length: word.length, ambiguous }, cover)
    }
  }
}
