import { type PaceScope, scopes, type UnderWay } from './share.ts'

/** A refusal had room where so many requests were served while far more were under way. */
const enough = 32

/** So many refusals must have had room: at one, the service may still have counted requests that it had answered. */
const enoughRefusals = 2

/** How many times as many are far more. Less is demanded of narrow scopes: they have few requests under way. */
const farMore: Readonly<Record<PaceScope, number>> = {
  all: 2,
  holder: 2,
  product: 1.5,
  'holder-product': 1,
  operation: 1,
}

/**
 * Learns what refusals without a told wait are about: how many requests are under way, or how many are sent in a time. A limit on
 * requests under way refuses at much the same number each time, and serves hardly any where far more are under way.
 */
export class RoomEvidence {
  /** For each scope: how many requests were served, by how many of their count were under way. */
  readonly #served: readonly number[][] = scopes.map(() => [])
  #withRoom = 0

  /** True once enough refusals had room in every scope: then the limit is about requests in a time. */
  get isAboutTime(): boolean {
    return this.#withRoom >= enoughRefusals
  }

  served(underWay: UnderWay): void {
    this.#served.forEach((served, scope) => {
      const size = underWay[scope] ?? 0
      served[size] = (served[size] ?? 0) + 1
    })
  }

  refused(underWay: UnderWay): void {
    const hadRoom = scopes.every((scope, nth) => {
      const least = (underWay[nth] ?? 0) * farMore[scope]
      let withMore = 0
      for (const [size, count = 0] of this.#served[nth]?.entries() ?? []) if (size >= least) withMore += count
      return withMore >= enough
    })
    if (hadRoom) this.#withRoom += 1
  }
}
