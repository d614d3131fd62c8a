import type { Deployment } from '../../fixtures/deployment.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { parityOf } from '../../run/parity.ts'
import { handledBy } from '../matrix/in-process.ts'
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

/** A noisy deployment, and how it is asked. */
interface Twin {
  night(seed: number): Promise<Night>
  close(): Promise<void>
}

/** `port`: null for one behind a socket. Twins are told apart by their addresses. */
async function twinOf(plain: Deployment, port: number | null): Promise<Twin> {
  const deployment = noisy(plain, noise)
  const handed = { deployment, url: `http://127.0.0.1:${port}` }
  if (port !== null) return { night: (seed) => nightOn(handed, seed, handledBy(deployment)), close: async () => {} }
  const front = await listen(deployment)
  return { night: (seed) => nightOn(front, seed), close: () => front.close() }
}

/**
 * Compares two identical noisy deployments `runs` times, then once with at most `most` differences planted in one. `isHanded`: requests
 * are handed to them without a socket.
 */
export async function compareTwins(runs: number, most: number, { isHanded = false } = {}): Promise<Twins> {
  const at = (port: number) => (isHanded ? port : null)
  const changes = (changesByNight[0] ?? []).slice(0, most)
  const different = await twinOf(changed(await createService(), changes), at(9))
  const twins: readonly [Twin, Twin] = [
    await twinOf(await createService(), at(7)),
    await twinOf(await createService(), at(8)),
  ]
  try {
    let seed = 50
    const night = (one: Twin) => one.night(seed++)
    const [first, again] = [await night(twins[0]), await night(twins[0])]
    let before = await night(twins[1])
    const alike: string[] = []
    for (let run = 0; run < runs; run += 1) {
      const now = await night(twins[1])
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
    for (const one of [...twins, different]) await one.close()
  }
}
