import { type PaceScope, type RefusedShare, type SentShare, scopeKey, scopes } from './share.ts'

/** What one count served at once, from the end of a wait to the refusal after it. Milliseconds. */
interface Burst {
  readonly served: number
  readonly ms: number
  readonly toldMs: number
}

/** A burst tells what a count holds where it is so short beside the wait after it: hardly anything is given back meanwhile. */
const short = 0.15

/** So much more than before tells nothing, and one more neither. */
const slack = 1.1

/** A count that serves more than it holds is none, but where a window ended meanwhile: so improbable is that at most (natural logarithm). */
const beyond = -2.5

/** Shorter bursts differ by chance. */
const fewest = 5

/** How probable it is that a count serves as much as the largest burst did, and less (natural logarithms). */
const alike = 1
const unlike = -0.7
const nearly = 0.9

/** So many bursts of a scope are remembered, and what more was served at once than that is not counted. */
const remembered = 32
const longest = 2_048

/** What the bursts of a wave say of a scope. */
interface Explained {
  /** How probable one of them is where that is the limit's scope, on average (natural logarithm). */
  readonly weight: number
  /** How many counts had served what another holds: that these are full is no surprise. */
  readonly expected: number
}

/**
 * Learns whom a limit concerns by how much is served at once before it refuses: each of its counts holds as much as the others, and as
 * much as it did the last time. What serves twice as much is no count of it.
 */
export class QuotaEvidence {
  readonly #bursts = new Map<PaceScope, readonly Burst[]>(scopes.map((scope) => [scope, []]))
  /** What was served since the last wait was over. */
  #served: SentShare[] = []
  #releasedAt = Number.NEGATIVE_INFINITY

  served(sent: SentShare): void {
    if (sent.startedAt >= this.#releasedAt && this.#served.length < longest) this.#served.push(sent)
  }

  /** Keeps what a wave of refusals showed, once it is over. */
  keep(wave: readonly RefusedShare[]): void {
    for (const [scope, known] of this.#bursts)
      this.#bursts.set(scope, [...known, ...this.#burstsOf(scope, wave)].slice(-remembered))
    this.#releasedAt = Math.max(...wave.map(({ untilMs }) => untilMs))
    this.#served = this.#served.filter(({ startedAt }) => startedAt >= this.#releasedAt)
  }

  /** What a wave says of a scope, by what is known of earlier ones. */
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

  /** Of each count that was refused, what it served of all that left before that was heard of. None where a rate was kept. */
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

/** How probable a burst is after those that are known (natural logarithm). */
function weightOf({ served, ms, toldMs }: Burst, known: readonly Burst[]): number {
  const top = Math.max(...known.map((one) => one.served * (1 + ms / (one.ms + one.toldMs))))
  if (served > slack * top + 1) return Math.max(beyond, Math.log(Math.max(0.01, ms / toldMs)))
  const largest = largestOf(known)
  if (served >= fewest && served >= largest - Math.max(1, 0.05 * largest)) return alike
  return served < nearly * largest ? unlike : 0
}
