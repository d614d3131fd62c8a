import { UsageError } from './usage-error.ts'

/** How many letters must change to make one word of another. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1
      next.push(Math.min((row[to] ?? 0) + 1, (next[to - 1] ?? 0) + 1, (row[to - 1] ?? 0) + same))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** The known word that a wrong one most likely stands for. */
export function nearest(word: string, known: readonly string[]): string | null {
  const lower = word.toLowerCase()
  const [best] = known
    .map((candidate) => ({ candidate, far: distance(lower, candidate.toLowerCase()) }))
    .sort((one, other) => one.far - other.far)
  return best === undefined ? null : best.candidate
}

/** Returns the word if it is known. Throws a `UsageError` with the nearest right one. */
export function knownWord(word: string, known: readonly string[], what: string): string {
  if (known.includes(word)) return word
  const close = nearest(word, known)
  throw new UsageError(`There is no ${what} '${word}'${close === null ? '' : `: did you mean '${close}'?`}`)
}
