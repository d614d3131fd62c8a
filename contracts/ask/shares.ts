import { credentials } from '../credentials.ts'
import type { Entry } from '../plan.ts'
import type { Share } from './pace/share.ts'
import type { Task } from './queue.ts'

/** Finds the share of each entry, once. Equal shares are one object, so that they can be keys of a Map or Set. */
export class Shares {
  readonly #byEntry = new Map<Entry, Share>()
  /** By operation, or path of an unknown route, then by holder. The operation implies the product. */
  readonly #shares = new Map<string, Map<string, Share>>()

  of({ entry }: Pick<Task, 'entry'>): Share {
    const known = this.#byEntry.get(entry)
    if (known !== undefined) return known
    const share = this.#shareOf(entry)
    this.#byEntry.set(entry, share)
    return share
  }

  #shareOf(entry: Entry): Share {
    const { credential, operation: listed, path } = entry.probe
    const [operation, { holder }] = [listed ?? path, credentials[credential]]
    const own = this.#shares.get(operation) ?? new Map<string, Share>()
    const share = own.get(holder)
    if (share !== undefined) return share
    const made = { holder, product: entry.product, operation }
    this.#shares.set(operation, own.set(holder, made))
    return made
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
