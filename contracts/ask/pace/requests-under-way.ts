import type { RequestUnderWay, Share, UnderWay } from './share.ts'

/** The requests that are under way, by their keys. */
export class RequestsUnderWay {
  readonly #requests = new Map<string, RequestUnderWay>()
  #sent = 0
  /** How many were under way when the last one was sent. The `most` of every older one is at least as large. */
  #most = 0

  get size(): number {
    return this.#requests.size
  }

  /** How many requests have left so far. */
  get sent(): number {
    return this.#sent
  }

  get shares(): readonly Share[] {
    return [...this.#requests.values()].map(({ share }) => share)
  }

  started(key: string, share: Share, startedAt: number, underWay: UnderWay): void {
    this.#sent += 1
    const request = { share, startedAt, nth: this.#sent, most: 0, underWay }
    this.#requests.set(key, request)
    const { size } = this
    if (size > this.#most) for (const one of this.#requests.values()) one.most = Math.max(one.most, size)
    this.#most = request.most = size
  }

  /** Takes note that a request ended, and returns it; null where none of that key is under way. */
  ended(key: string): RequestUnderWay | null {
    const request = this.#requests.get(key) ?? null
    this.#requests.delete(key)
    return request
  }

  /** The most requests that were under way with this one, itself included. */
  mostWith(key: string): number {
    return this.#requests.get(key)?.most ?? 1
  }

  /** How many such requests left after the nth. */
  leftAfter(nth: number, isMeant: (share: Share) => boolean): number {
    let left = 0
    for (const one of this.#requests.values()) if (one.nth > nth && isMeant(one.share)) left += 1
    return left
  }
}
