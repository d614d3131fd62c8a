import { counted } from '../evidence/counted.ts'
import type { ScenarioResult } from '../evidence/load-results.ts'
import { duration, ended, present } from './plain-text.ts'

/** The fewest answers that a percentile needs. With fewer, one slow answer alone decides p95 or p99. */
export const enoughFor = { p95: 20, p99: 100 } as const

const ms = (value: number) => `${value < 10 ? Math.round(10 * value) / 10 : Math.round(value)} ms`

/** Words for whether k6 delivered the load; null where that is not clear. A breakpoint that was found ends its scenario. */
export function deliveredWords({ verdict, why, gaveWay }: ScenarioResult): string | null {
  if (verdict !== 'pass') return null
  return gaveWay !== null && why.includes(gaveWay.why) ? 'ended where it gave way' : 'delivered as planned'
}

/** How many requests were sent in what time, and the reason of the verdict, in sentences. */
export function sentAndWhy({ sent, durationMs, why }: ScenarioResult): string {
  const requests = `${counted(sent, 'request')} in ${duration(durationMs)}`
  return why.includes(requests) ? ended(why) : `${requests}. ${ended(why)}`
}

/** For a scenario that was ended early: the requests cut off and not begun, so that the numbers add up to the plan. */
function endedWords({ cutOff, planned, sent, dropped }: ScenarioResult): readonly string[] {
  if (cutOff === undefined || planned.requests === null) return []
  const left = Math.max(0, planned.requests - sent - dropped - cutOff)
  return present(cutOff > 0 && `about ${cutOff} cut off`, left > 0 && `${left} of ${planned.requests} not begun`)
}

function gaveWayWords({ ratePerSecond, servedPerSecond, why }: NonNullable<ScenarioResult['gaveWay']>): string {
  const served = servedPerSecond === undefined ? '' : `; at most ${servedPerSecond} a second were served`
  return `it gave way at about ${ratePerSecond} requests a second: ${why}${served}`
}

/**
 * What a scenario measured, in sentences without full stops: how long answers took, what failed, where the service gave way, whether it
 * became slower, and the p95 of the run before. Empty where nothing was measured.
 */
export function measuredLines(ran: ScenarioResult): readonly string[] {
  const { latencyMs, sent, gaveWay, slowed, before, waitedMs } = ran
  if (latencyMs === null) return []
  const counts = (['failed', 'limited', 'dropped'] as const).map((word) => ran[word] > 0 && `${ran[word]} ${word}`)
  const told = (['p50', 'p95', 'p99', 'max'] as const).filter((name) => sent >= { p50: 1, max: 1, ...enoughFor }[name])
  const took = told.map((name) => `${name} ${ms(latencyMs[name])}`).join(', ')
  const was = before?.latencyMs.p95
  return present(
    present(took, ...counts, ...endedWords(ran)).join('; '),
    waitedMs !== undefined && `it began ${ms(waitedMs)} later, as refusals before it had told`,
    gaveWay && gaveWayWords(gaveWay),
    slowed && `it became slower: p95 ${ms(slowed.fromMs)} at first, ${ms(slowed.toMs)} at last`,
    was !== undefined && `p95 was ${ms(was)} in the run before, ${before?.run}`,
  )
}
