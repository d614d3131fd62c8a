import { UsageError } from '../../evidence/usage-error.ts'

/** How many letters must change, come, go or swap with the next to turn one word into the other. */
function distance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, index) => index)]
  for (let at = 1; at <= one.length; at += 1) {
    const [before = [], last = []] = [rows[at - 2], rows[at - 1]]
    const row = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const same = one[at - 1] === other[to - 1] ? 0 : 1
      const swapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      const swap = swapped ? (before[to - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY
      row.push(Math.min((last[to] ?? 0) + 1, (row[to - 1] ?? 0) + 1, (last[to - 1] ?? 0) + same, swap))
    }
    rows.push(row)
  }
  return rows.at(-1)?.[other.length] ?? 0
}

/** One slip is allowed for this many letters. */
const lettersPerSlip = 3

/** A shorter common part may be chance. */
const fewestInCommon = 4

/**
 * The known word that a wrong one most likely means. The word with the fewest slips comes first, if these are few for its length. Else it
 * is a word that contains the wrong one, or is contained in it. Null where no word is near.
 */
export function nearest<Word extends string>(word: string, known: readonly Word[]): Word | null {
  const lower = word.toLowerCase()
  const slips = ({ length }: string) => Math.max(1, Math.floor(length / lettersPerSlip))
  const [best] = known
    .filter((candidate) => Math.abs(candidate.length - lower.length) <= slips(candidate))
    .map((candidate) => ({ candidate, far: distance(lower, candidate.toLowerCase()) }))
    .filter(({ candidate, far }) => far <= slips(candidate) && far < lower.length)
    .sort((one, other) => one.far - other.far)
  if (best !== undefined) return best.candidate
  const shares = (one: string, other: string) => one.length >= fewestInCommon && other.includes(one)
  const parts = known.filter((one) => shares(lower, one.toLowerCase()) || shares(one.toLowerCase(), lower))
  return parts.toSorted((one, other) => one.length - other.length)[0] ?? null
}

/** A sentence lists at most this many words. */
const mostTold = 16

/** Where a user finds the words of a long list. */
const lists: readonly (readonly [what: RegExp, where: string])[] = [
  [/^operation/, 'npx suite catalog lists them'],
  [/^(fault|style)/, 'npx suite serve --list lists them'],
  [/^option/, '--help lists them'],
]

/** The hint where no known word is near: the words themselves where they are few, else where to find them. */
function choice(known: readonly string[], what: string): string {
  const heads = known.filter((word) => !word.includes('.'))
  const told = known.length <= mostTold ? known : heads
  const where = lists.find(([whose]) => whose.test(what))?.[1]
  if (where !== undefined) return `: ${where}`
  return told.length === 0 || told.length > mostTold ? '' : `: there are ${told.join(', ')}`
}

/** Returns the word if it is known. Throws a `UsageError` with the nearest known word, or with the choice. */
export function knownWord<Word extends string>(word: string, known: readonly Word[], what: string): Word {
  const exact = known.find((candidate) => candidate === word)
  if (exact !== undefined) return exact
  const close = nearest(word, known)
  throw new UsageError(
    `There is no ${what} '${word}'${close === null ? choice(known, what) : `: did you mean '${close}'?`}`,
  )
}

/** The known word, given in any case. Throws a `UsageError` with the nearest known word. */
export function knownInAnyCase<Word extends string>(word: string, known: readonly Word[], what: string): Word {
  return known.find((candidate) => candidate.toLowerCase() === word.toLowerCase()) ?? knownWord(word, known, what)
}
