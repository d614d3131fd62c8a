import { credentials } from '../credentials.ts'
import type { Entry } from '../plan.ts'
import type { Share } from './pace/share.ts'
import type { Task } from './queue.ts'

/** The share of each entry. Equal ones are one object, so that they are compared and remembered at no cost. */
export class Shares {
  readonly #shares = new Map<Entry, Share>()
  /** Equal ones by their words. */
  readonly #interned = new Map<string, Share>()

  of({ entry }: Pick<Task, 'entry'>): Share {
    const before = this.#shares.get(entry)
    if (before !== undefined) return before
    const { credential, operation, path } = entry.probe
    const share = { holder: credentials[credential].holder, product: entry.product, operation: operation ?? path }
    const key = `${share.holder} ${share.product} ${share.operation}`
    const own = this.#interned.get(key) ?? share
    this.#interned.set(key, own)
    this.#shares.set(entry, own)
    return own
  }
  /** How many entries there are of each share. */
  count(entries: Iterable<Entry>): ReadonlyMap<Share, number> {
    const counted = new Map<Share, number>()
    for (const entry of entries) {
      const share = this.of({ entry })
      counted.set(share, (counted.get(share) ?? 0) + 1)
    }
    return counted
  }
}
