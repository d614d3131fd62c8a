import { derived, places as rules } from './constants.ts'
import { cannotTell, type Fit, fitOf } from './fit.ts'
import type { Observations } from './observations.ts'
import { heldMs, passing, type Sample, type Trace, tripOf } from './trace.ts'

/**
 * Fits a concurrency limit: groups at once get the same number in, however short the pause, and single requests always get in. Every
 * refused request must have had company. A rate limiter that delays (nginx `limit_req` without `nodelay`) does all that too, since we
 * wait for its answers. How the groups are answered must exclude it.
 */
export function fitPlaces(trace: Trace, seen: Observations): Fit {
  const groups = groupsOf(seen.samples)
  const sizes = groups.map((group) => passing(group, 'accepted').length)
  const fewest = Math.min(...sizes)
  const most = Math.max(...sizes)
  const places = trace.shape?.size ?? fewest
  const lonely = passing(seen.samples, 'refused').filter(
    (sample) => company(sample, seen.samples) < rules.company * places,
  )
  if (lonely.length > 1) {
    return cannotTell(`${lonely.length} requests were refused with fewer than ${places} others in flight`)
  }
  const doubt = doubtOfPlaces(groups)
  if (doubt) return cannotTell(doubt)
  const why = `${places} at once in each of ${groups.length} groups, whatever the pause before them`
  const quotaInterval = [Math.min(places, fewest), Math.max(places, most)] as const
  return fitOf(why, { algorithm: 'concurrency', quota: places, quotaInterval })
}

/**
 * Why a rate may hold the groups; null where places hold them. Each request takes its place for about as long. So requests that got
 * in together are answered together, and a second wave, sent meanwhile, is refused. A limiter that delays lets go one after the
 * other, from the first moment on. A limiter that refills fast lets the second wave in.
 */
function doubtOfPlaces(groups: readonly (readonly Sample[])[]): string | null {
  const first = groups.flatMap((group) => group.slice(0, -rules.tail))
  const held = heldMs(first)
  if (held < rules.heldMs) return 'it works too briefly to be told from a limit that refills'
  const [accepted, refused] = [passing(first, 'accepted'), passing(first, 'refused')]
  const usual = tripOf(refused) ?? 0
  const quick = (tripOf(accepted, rules.quick) ?? 0) - usual
  const slow = (tripOf(accepted, rules.slow) ?? 0) - usual
  // The network alone spreads accepted answers as much as it spreads refusals.
  const network = (tripOf(refused, rules.slow) ?? 0) - (tripOf(refused, rules.quick) ?? 0)
  if (slow - quick - network > rules.apart * quick) {
    const [from, to] = [quick, slow].map((ms) => Math.round(Math.max(0, ms)))
    return `those let in at once were held from ${from} to ${to} ms, one after the other: it delays by a rate, or works on few at a time`
  }
  const late = groups.flatMap((group) => group.slice(-rules.tail))
  const pauses = groups.map((group) => (group.at(-1)?.sentAt ?? 0) - (group.at(-rules.tail - 1)?.sentAt ?? 0))
  const afterMs = pauses.sort((one, other) => one - other)[pauses.length >> 1] ?? 0
  if (passing(late, 'accepted').length >= late.length / rules.lateOneIn)
    return `more got in ${Math.round(afterMs)} ms later, while the first were still held: it refills, or works too briefly`
  if (afterMs < rules.tailTells * held)
    return `those sent ${Math.round(afterMs)} ms later came too soon to show whether it refills`
  return null
}

/**
 * The groups of `tryPlaces`. Each was sent when the accepted requests of the group before had been answered, as far as clocks tell.
 * Requests of one moment belong together, whatever was answered meanwhile.
 */
function groupsOf(samples: readonly Sample[]): Sample[][] {
  const groups: Sample[][] = []
  const singles = samples.findIndex(({ phase }) => phase === 'singles')
  for (const sample of samples.slice(singles).filter(({ phase }) => phase === 'groups')) {
    const group = groups.at(-1) ?? []
    const out = passing(group, 'accepted').map(({ receivedAt }) => receivedAt)
    const latest = Math.max(group.at(-1)?.sentAt ?? Number.NEGATIVE_INFINITY, ...out)
    if (sample.sentAt + derived.slackMs < latest || sample.sentAt <= (group.at(-1)?.sentAt ?? 0) + derived.slackMs)
      group.push(sample)
    else groups.push([sample])
  }
  return groups
}

/** How many accepted requests may have been held while this one arrived. */
function company(refused: Sample, samples: readonly Sample[]): number {
  return passing(samples, 'accepted').filter(
    ({ sentAt, receivedAt }) =>
      sentAt <= refused.receivedAt + derived.slackMs && receivedAt + derived.slackMs >= refused.sentAt,
  ).length
}
