import type { WithAnswer } from '../outcome.ts'

/** Answers that stand side by side, in the order in which their requests began. */
export type Row = readonly WithAnswer[]

/** When the requests of a row began, the first and the last: milliseconds since the epoch. */
export type Times = Readonly<Record<'from' | 'until', number>>

/** An answer asked so shortly before or after a row belongs to it: requests take different times to arrive. Milliseconds. */
const edgeMs = 1_000

/** When the request of an answer began. Milliseconds since the epoch. */
export const startOf = ({ answer }: WithAnswer): number => answer.exchange.startedAt

/** Groups answers: a row holds neighbours of one word. */
export function rowsOf(answered: Row, wordOf: (one: WithAnswer) => string | null): readonly Row[] {
  const rows: WithAnswer[][] = []
  let last: string | null | undefined
  for (const one of answered.toSorted((before, after) => startOf(before) - startOf(after))) {
    const word = wordOf(one)
    if (word === last) rows.at(-1)?.push(one)
    else rows.push([one])
    last = word
  }
  return rows
}

export function timesOf(row: Row): Times {
  const starts = row.map(startOf)
  return { from: Math.min(...starts), until: Math.max(...starts) }
}

/** True for times that overlap one of the others, or nearly do. */
export const isBeside = ({ from, until }: Times, others: readonly Times[]): boolean =>
  others.some((other) => from <= other.until + edgeMs && until >= other.from - edgeMs)

/** The operations that a row asked; null stands for unlisted routes. */
export const operationsOf = (row: Row): ReadonlySet<string | null> => new Set(row.map(({ probe }) => probe.operation))
