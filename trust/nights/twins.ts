import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { parityOf } from '../../run/parity.ts'
import { changesByNight, type Night, nightOn } from './night.ts'
import { noisy } from './noise.ts'
import { changed } from './silent-changes.ts'

const noise = { optional: true, limited: false } as const

/** The result of comparing twins. */
export interface Twins {
  /** Differences between identical twins in all runs, a line each: there should be none. */
  readonly alike: readonly string[]
  /** Number of planted differences, number of those that were named, and a line for each other difference. */
  readonly planted: number
  readonly named: number
  readonly stray: readonly string[]
}

function differencesOf(one: Night, other: Night, further: readonly Night[]) {
  const parity = parityOf(one, other, further)
  if (!parity.comparable) throw new Error(parity.why)
  return parity.differences
}

/** Compares two identical noisy deployments `runs` times, then once with at most `most` differences planted in one. */
export async function compareTwins(runs: number, most: number): Promise<Twins> {
  const twin = async () => await listen(noisy(await createService(), noise))
  const changes = (changesByNight[0] ?? []).slice(0, most)
  const different = await listen(noisy(changed(await createService(), changes), noise))
  const fronts: readonly [Front, Front] = [await twin(), await twin()]
  try {
    let seed = 50
    const night = (front: Front) => nightOn(front, seed++)
    const [first, again] = [await night(fronts[0]), await night(fronts[0])]
    let before = await night(fronts[1])
    const alike: string[] = []
    for (let run = 0; run < runs; run += 1) {
      const now = await night(fronts[1])
      alike.push(...differencesOf(first, now, [again, before]).map((one) => `${one.operation} ${one.subject}`))
      before = now
    }
    const other = await night(different)
    const differences = differencesOf(first, other, [again, await night(different)])
    const meant = new Set(changes.map(({ operation }) => operation as string | null))
    return {
      alike,
      planted: changes.length,
      named: changes.filter(({ operation }) => differences.some((one) => one.operation === operation)).length,
      stray: differences.flatMap((one) => (meant.has(one.operation) ? [] : [`${one.operation} ${one.subject}`])),
    }
  } finally {
    for (const front of [...fronts, different]) await front.close()
  }
}
