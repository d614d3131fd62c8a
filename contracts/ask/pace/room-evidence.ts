import { type PaceScope, scopes, type UnderWay } from './share.ts'

/** So many that were served while far more were under way than at a refusal show that it was not about that. */
const enough = 32

/** So many refusals of that kind: one may have met what the service had answered and still counted. */
const enoughRefusals = 2

/** How many times as many are far more: the fewer of a count are ever under way, the less may be asked for. */
const farMore: Readonly<Record<PaceScope, number>> = {
  all: 2,
  holder: 2,
  product: 1.5,
  'holder-product': 1,
  operation: 1,
}

/**
 * Learns what refusals are about that do not say when to come back: how many requests are under way, of whomever, or how many are
 * sent in a time. The former come at much the same number each time, and hardly any is served where far more are under way.
 */
export class RoomEvidence {
  /** Of each scope how many were served, by how many of its count were under way. */
  readonly #served: readonly number[][] = scopes.map(() => [])
  #withRoom = 0

  /** True once refusals had room, whomever the limit concerns. */
  get isAboutTime(): boolean {
    return this.#withRoom >= enoughRefusals
  }

  served(underWay: UnderWay): void {
    for (const [scope, served] of this.#served.entries()) {
      const size = underWay[scope] ?? 0
      served[size] = (served[size] ?? 0) + 1
    }
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
