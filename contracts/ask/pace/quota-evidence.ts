import { type PaceScope, type RefusedShare, type SentShare, scopeKey, scopes } from './share.ts'

/** What one count served from the end of a wait to its next refusal. Milliseconds. */
interface Burst {
  readonly served: number
  readonly ms: number
  readonly toldMs: number
}

/** A burst shorter than this share of the wait after it tells what a count holds: hardly anything is given back meanwhile. */
const short = 0.15

/** A burst of so many times the largest before, plus one, still tells nothing. */
const slack = 1.1

/** The least weight of a burst larger than the count holds (natural logarithm): a window may have ended meanwhile. */
const beyond = -2.5

/** Bursts of fewer requests differ by chance. */
const fewest = 5

/** The weights of a burst that is as large as the largest before, and of one below `nearly` of it (natural logarithms). */
const alike = 1
const unlike = -0.7
const nearly = 0.9

/** How many bursts of a scope are remembered. Bursts of `longest` requests or more are not counted. */
const remembered = 32
const longest = 2_048

/** What the bursts of a wave say about a scope. */
interface Explained {
  /** How probable a burst is if that is the limit's scope, on average (natural logarithm). */
  readonly weight: number
  /** How many counts had served as much as a count holds: their refusal was to be expected. */
  readonly expected: number
}

/**
 * Learns whom a limit concerns by how much is served at once before it refuses. Each count of a limit holds as much as the others, and
 * as much as it did the last time. What serves twice as much is no count of that limit.
 */
export class QuotaEvidence {
  readonly #bursts = new Map<PaceScope, readonly Burst[]>(scopes.map((scope) => [scope, []]))
  /** The requests that were served since the last wait was over. */
  #served: SentShare[] = []
  #releasedAt = Number.NEGATIVE_INFINITY

  served(sent: SentShare): void {
    if (sent.startedAt >= this.#releasedAt && this.#served.length < longest) this.#served.push(sent)
  }

  /** Keeps the bursts of a wave of refusals, once the wave is over. */
  keep(wave: readonly RefusedShare[]): void {
    for (const [scope, known] of this.#bursts)
      this.#bursts.set(scope, [...known, ...this.#burstsOf(scope, wave)].slice(-remembered))
    this.#releasedAt = Math.max(...wave.map(({ untilMs }) => untilMs))
    this.#served = this.#served.filter(({ startedAt }) => startedAt >= this.#releasedAt)
  }

  /** What a wave says about a scope, compared with earlier bursts. */
  explained(scope: PaceScope, wave: readonly RefusedShare[]): Explained {
    const known = [...(this.#bursts.get(scope) ?? [])]
    const weights: number[] = []
    let expected = 0
    for (const burst of this.#burstsOf(scope, wave)) {
      if (known.length > 0 && largestOf(known) >= fewest) {
        weights.push(weightOf(burst, known))
        if (burst.served >= fewest && burst.served >= nearly * largestOf(known)) expected += 1
      }
      known.push(burst)
    }
    return { weight: weights.length === 0 ? 0 : weights.reduce((sum, one) => sum + one) / weights.length, expected }
  }

  /** One burst for each refused count: what it served of the requests sent until the wave was heard of. None where a rate was kept. */
  #burstsOf(scope: PaceScope, wave: readonly RefusedShare[]): readonly Burst[] {
    if (wave.every(({ isPaced }) => isPaced) || this.#served.length === longest) return []
    const heardAt = Math.min(...wave.map(({ at }) => at))
    const ms = heardAt - Math.min(heardAt, ...this.#served.map(({ startedAt }) => startedAt))
    const sent = this.#served.filter(({ startedAt }) => startedAt <= heardAt)
    const served = Map.groupBy(sent, ({ share }) => scopeKey(scope, share))
    const firsts = new Map(wave.toReversed().map((refusal) => [scopeKey(scope, refusal.share), refusal]))
    return [...firsts].flatMap(([key, { at, untilMs }]) => {
      const toldMs = untilMs - at
      return ms >= short * toldMs ? [] : { served: served.get(key)?.length ?? 0, ms, toldMs }
    })
  }
}

const largestOf = (bursts: readonly Burst[]) => Math.max(...bursts.map(({ served }) => served))

/** How probable a burst is, given the known ones (natural logarithm). */
function weightOf({ served, ms, toldMs }: Burst, known: readonly Burst[]): number {
  const top = Math.max(...known.map((one) => one.served * (1 + ms / (one.ms + one.toldMs))))
  if (served > slack * top + 1) return Math.max(beyond, Math.log(Math.max(0.01, ms / toldMs)))
  const largest = largestOf(known)
  if (served >= fewest && served >= largest - Math.max(1, 0.05 * largest)) return alike
  return served < nearly * largest ? unlike : 0
}
