import { type Share, scopeKey } from './share.ts'

/**
 * Up to `most` operations, or one product, may have a limit of their own, if nobody else was refused in so many waves. Where each product
 * has the same limit, another one is refused by then, and none may be left unused.
 */
const own = [
  { scope: 'operation', most: 4, waves: 1 },
  { scope: 'product', most: 1, waves: 2 },
] as const

/**
 * Knows what is sent last: operations, or a product, that alone were refused by a limit of time. A limit that is theirs alone then keeps
 * nobody waiting again and again, before it is known whom it concerns.
 */
export class SentLast {
  readonly #refused = own.map((row) => ({ ...row, keys: new Set<string>() }))
  #waves = 0

  /** Takes note of a refusal that told to wait, or is paced as if it had. `isWave`: it is the first of a wave. */
  refused(share: Share, isWave: boolean): void {
    if (isWave) this.#waves += 1
    for (const { scope, keys } of this.#refused) keys.add(scopeKey(scope, share))
  }

  /** True while so few operations were refused that the limit may be theirs: nothing is known of others. */
  get areFew(): boolean {
    return this.#refused.some(({ scope, keys, most }) => scope === 'operation' && keys.size <= most)
  }

  include(share: Share): boolean {
    const found = this.#refused.find(({ keys, most, waves }) => keys.size <= most && this.#waves >= waves)
    return found?.keys.has(scopeKey(found.scope, share)) ?? false
  }
}
