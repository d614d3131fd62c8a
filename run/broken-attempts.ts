import type { Judged } from '../contracts/judge.ts'
import { attemptsOf } from '../contracts/judging/completion.ts'
import { firstFew } from '../evidence/counted.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { detailed } from '../fixtures/catalog/catalog.ts'

/** One broken connection may be the network's. */
const fewest = 2

/** Of other operations' attempts a smaller share may be the network's, too. So many of all operations are not named one by one. */
const leastShare = 0.1

/** So many operations that break in a row are no matter of theirs. */
const fewestOfAll = 3

const isDetailed = (operation: string) => Object.values<string>(detailed).includes(operation)

/** The attempts that broke in a row, of several operations: the service or the network was gone for a moment. */
function brokenForAll(attempts: readonly Exchange[]): ReadonlySet<Exchange> {
  const rows: Exchange[][] = [[]]
  for (const attempt of attempts.toSorted((one, other) => one.startedAt - other.startedAt)) {
    if (attempt.failure === null) rows.push([])
    else rows.at(-1)?.push(attempt)
  }
  return new Set(rows.filter((row) => new Set(row.map(({ operation }) => operation)).size >= fewestOfAll).flat())
}

/** O12, O20: operations whose connections broke again and again, whatever came when they were made again. Pure. */
export function brokenAttemptNotes({ outcomes }: Pick<Judged, 'outcomes'>): readonly string[] {
  const gone = brokenForAll([...outcomes.values()].flatMap(({ attempts }) => attempts))
  const seen = [...outcomes.values()].map((one) => ({ ...one, attempts: one.attempts.filter((own) => !gone.has(own)) }))
  const asked = Map.groupBy(seen, ({ probe }) => probe.operation)
  const broken = [...asked].flatMap(([operation, own]) => {
    const { broke, failed, all } = attemptsOf(own)
    const isTold = operation !== null && broke >= fewest && (isDetailed(operation) || broke >= all * leastShare)
    return isTold ? [{ operation, told: `${operation} (${failed} of ${all} attempts)` }] : []
  })
  // Many are told by their number (O20).
  const isMany = broken.length >= asked.size * leastShare
  const named = broken.filter(({ operation }) => !isMany || isDetailed(operation)).map(({ told }) => told)
  return named.length === 0 ? [] : [`no whole answer came now and then from ${firstFew(named)}`]
}
