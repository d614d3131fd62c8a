import { stderr } from 'node:process'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { differencesBetween } from '../../reports/changes/differences.ts'
import { nightOn } from './night.ts'
import { noisy } from './noise.ts'
import { compareTwins } from './twins.ts'

/** A row of the long matrix, and one line for each thing that is not as it must be. */
export interface NightsProof {
  readonly row: string
  readonly amiss: readonly string[]
}

/** Runs nights on an unchanged, noisy service. The first is the baseline of the others, and none may differ from it. */
export async function proveNights(firstSeed: number, nights: number): Promise<NightsProof> {
  const front = await listen(noisy(await createService()))
  try {
    const baseline = await nightOn(front, firstSeed)
    const amiss: string[] = []
    let differing = 0
    for (let night = 1; night < nights; night += 1) {
      const { seen, broken } = await nightOn(front, firstSeed + night)
      const differences = differencesBetween(baseline.seen, seen)
      differing += differences.length
      amiss.push(...differences.map(({ operation, subject }) => `night ${night}: ${operation}, ${subject}`))
      amiss.push(...broken.map((check) => `night ${night}: ${check} is violated`))
      stderr.write(`nights: ${night + 1} of ${nights}\n`)
    }
    return { row: `| nights: fresh identifiers, jitter, resets, a limit | ${nights} | ${differing} | |`, amiss }
  } finally {
    await front.close()
  }
}

/** Compares noisy twins `runs` times, then once more with twenty planted differences. */
export async function proveTwins(runs: number): Promise<NightsProof> {
  const { alike, planted, named, stray } = await compareTwins(runs, 20)
  return {
    row: `| twins: members that change, and that come and go | ${runs} | ${alike.length} | ${named} of ${planted} |`,
    amiss: [
      ...[...alike, ...stray].map((line) => `twins: ${line}`),
      ...(named < planted - 1 ? [`twins: ${named} of ${planted} planted differences are named`] : []),
    ],
  }
}
