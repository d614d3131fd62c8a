import { derived, places as rules } from './constants.ts'
import { cannotTell, type Fit } from './fit.ts'
import type { Observations } from './observations.ts'
import type { Sample, Trace } from './trace.ts'

/**
 * A concurrency limit: groups at once get the same number in, however short the pause before them, and single requests
 * always get in. Every refused request must have had company.
 */
export function fitPlaces(trace: Trace, seen: Observations): Fit {
  const groups = groupsOf(seen.samples)
  const sizes = groups.map((group) => group.filter((sample) => sample.passage === 'accepted').length)
  const fewest = Math.min(...sizes)
  const most = Math.max(...sizes)
  const places = trace.shape?.size ?? fewest
  const lonely = seen.samples.filter(
    (sample) => sample.passage === 'refused' && company(sample, seen.samples) < rules.company * places,
  )
  if (lonely.length > 1) {
    return cannotTell(`${lonely.length} requests were refused with fewer than ${places} others in flight`)
  }
  const doubt = secondWave(groups)
  if (doubt) return cannotTell(doubt)
  const why = `${places} at once in each of ${groups.length} groups, whatever the pause before them`
  return {
    ...cannotTell(why),
    algorithm: 'concurrency',
    quota: places,
    quotaInterval: [Math.min(places, fewest), Math.max(places, most)],
  }
}

/**
 * The last three of a group were sent while the first were being worked on. Some of them got in: fine where work is
 * short, but then it must be seen that there is work at all; where it is long, places do not free up early.
 */
function secondWave(groups: readonly (readonly Sample[])[]): string | null {
  const late = groups.flatMap((group) => group.slice(-rules.tail))
  if (late.filter((sample) => sample.passage === 'accepted').length < late.length / rules.lateOneIn) return null
  const trip = (passage: string) => {
    return median(
      groups.flat().flatMap((sample) => (sample.passage === passage ? [sample.receivedAt - sample.sentAt] : [])),
    )
  }
  const heldMs = trip('accepted') - trip('refused')
  const afterMs = median(groups.map((group) => (group.at(-1)?.sentAt ?? 0) - (group[0]?.sentAt ?? 0)))
  if (heldMs >= rules.heldMs && heldMs < rules.heldTimes * afterMs) return null
  return `more got in ${Math.round(afterMs)} ms later, while the first were still held: it refills, or works too briefly`
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[sorted.length >> 1] ?? 0
}

function groupsOf(samples: readonly Sample[]): Sample[][] {
  const groups: Sample[][] = []
  for (const sample of samples.filter(({ phase }) => phase === 'groups')) {
    const group = groups.at(-1)
    if (group && sample.sentAt < Math.max(...group.map((other) => other.receivedAt))) group.push(sample)
    else groups.push([sample])
  }
  return groups
}

/** How many accepted requests may have been held while this one arrived. */
function company(refused: Sample, samples: readonly Sample[]): number {
  return samples.filter(({ passage, sentAt, receivedAt }) => {
    return (
      passage === 'accepted' &&
      sentAt <= refused.receivedAt + derived.slackMs &&
      receivedAt + derived.slackMs >= refused.sentAt
    )
  }).length
}
