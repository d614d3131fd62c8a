import type { Fit } from './fit.ts'
import type { Observations } from './observations.ts'
import type { Sample, Trace } from './transport.ts'

/**
 * A concurrency limit: groups at once get the same number in, however short the pause before them, and single requests
 * always get in. Every refused request must have had company.
 */
export function fitPlaces(trace: Trace, seen: Observations, nothing: Fit): Fit {
  const groups = groupsOf(seen.samples)
  const sizes = groups.map((group) => group.filter((sample) => sample.outcome === 'accepted').length)
  const fewest = Math.min(...sizes)
  const most = Math.max(...sizes)
  const places = trace.shape?.size ?? fewest
  const lonely = seen.samples.filter(
    (sample) => sample.outcome === 'refused' && company(sample, seen.samples) < 0.7 * places,
  )
  if (lonely.length > 1) {
    return { ...nothing, why: `${lonely.length} requests were refused with fewer than ${places} others in flight` }
  }
  const why = `${places} at once in each of ${groups.length} groups, whatever the pause before them`
  return {
    ...nothing,
    algorithm: 'concurrency',
    quota: places,
    quotaInterval: [Math.min(places, fewest), Math.max(places, most)],
    why,
  }
}

function groupsOf(samples: readonly Sample[]): Sample[][] {
  const groups: Sample[][] = []
  for (const sample of samples.filter(({ phase }) => phase === 'groups')) {
    const group = groups.at(-1)
    if (group && sample.sentAt <= Math.max(...group.map((other) => other.receivedAt))) group.push(sample)
    else groups.push([sample])
  }
  return groups
}

/** How many accepted requests may have been held while this one arrived. */
function company(refused: Sample, samples: readonly Sample[]): number {
  return samples.filter((sample) => {
    return sample.outcome === 'accepted' && sample.sentAt < refused.receivedAt && sample.receivedAt > refused.sentAt
  }).length
}
