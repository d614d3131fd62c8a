import { credentials } from '../credentials.ts'
import { onlyOnce } from '../only-once.ts'
import type { Entry } from '../plan.ts'
import type { Share } from './pace/share.ts'
import type { Task } from './queue.ts'

/** Finds the share of each entry, once. Equal shares are one object, so that they can be keys of a Map or Set. */
export class Shares {
  readonly #byEntry = new Map<Entry, Share>()
  readonly #shared = onlyOnce<Share>(({ holder, operation }) => `${holder} ${operation}`)

  of({ entry }: Pick<Task, 'entry'>): Share {
    const known = this.#byEntry.get(entry)
    if (known !== undefined) return known
    const { credential, operation, path } = entry.probe
    const { holder } = credentials[credential]
    const share = this.#shared({ holder, product: entry.product, operation: operation ?? path })
    this.#byEntry.set(entry, share)
    return share
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
