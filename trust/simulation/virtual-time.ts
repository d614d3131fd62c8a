import type { Clock } from '../../load/limiter/limiter.ts'

interface Event {
  readonly at: number
  readonly order: number
  readonly fire: () => void
}

/** A clock whose time passes only when all wait. Hours of probing take milliseconds, and each run is the same. */
export class VirtualTime implements Clock {
  #now: number
  #order = 0
  readonly #heap: Event[] = []

  constructor(startsAt = 0) {
    this.#now = startsAt
  }

  now(): number {
    return this.#now
  }

  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => this.at(this.#now + Math.max(0, ms), resolve))
  }

  /** Calls `fire` when virtual time reaches `at`. Events of one instant keep the order in which they were added. */
  at(at: number, fire: () => void): void {
    this.#order += 1
    this.#heap.push({ at: Math.max(at, this.#now), order: this.#order, fire })
    this.#rise(this.#heap.length - 1)
  }

  /** Lets time pass until the work is done. Rejects where the work still waits and no event is left. */
  async run<T>(work: Promise<T>): Promise<T> {
    let done = false
    const finished = work.finally(() => {
      done = true
    })
    finished.catch(() => {})
    await settled()
    while (!done) {
      const next = this.#pop()
      if (!next) throw new Error('virtual time: the work waits for an event that nobody planned')
      this.#now = next.at
      next.fire()
      await settled()
    }
    return finished
  }

  #pop(): Event | undefined {
    const top = this.#heap[0]
    const last = this.#heap.pop()
    if (!top || !last) return undefined
    if (this.#heap.length > 0) {
      this.#heap[0] = last
      this.#sink(0)
    }
    return top
  }

  #rise(start: number): void {
    let index = start
    while (index > 0) {
      const parent = (index - 1) >> 1
      if (!this.#before(index, parent)) return
      this.#swap(index, parent)
      index = parent
    }
  }

  #sink(start: number): void {
    let index = start
    for (;;) {
      const left = 2 * index + 1
      const smaller = this.#before(left + 1, left) ? left + 1 : left
      if (!this.#before(smaller, index)) return
      this.#swap(index, smaller)
      index = smaller
    }
  }

  #before(one: number, other: number): boolean {
    const first = this.#heap[one]
    const second = this.#heap[other]
    if (!(first && second)) return false
    return first.at < second.at || (first.at === second.at && first.order < second.order)
  }

  #swap(one: number, other: number): void {
    const first = this.#heap[one]
    const second = this.#heap[other]
    if (!(first && second)) return
    this.#heap[one] = second
    this.#heap[other] = first
  }
}

/** Resolves after every promise that can settle now has settled. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
