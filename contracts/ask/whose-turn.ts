import type { Pace } from './pace/pace.ts'
import type { Share } from './pace/share.ts'
import { Slowest } from './pace/slowest.ts'
import type { Queue, Task } from './queue.ts'
import type { Shares } from './shares.ts'

/** So many of those that go last are under way at most: a limit of their own then refuses few at once. */
const lastAtOnce = 4

/** Says whose turn it is: the first of the plan, but shares that wait longest, or that teach whom a limit concerns, go before. */
export class WhoseTurn {
  readonly #pace: Pace
  readonly #shares: Shares
  readonly #slowest: Slowest
  /** The share of the last task that was taken in its own turn, and how many turns there were. */
  #last: Share | null = null
  #started = 0

  constructor(pace: Pace, shares: Shares) {
    this.#pace = pace
    this.#shares = shares
    this.#slowest = new Slowest(pace)
  }

  /** Looks, now and then, at what is left in the queue. `now`: milliseconds of the monotonic clock. */
  look(queue: Queue, now: number): void {
    this.#slowest.look(() => this.#shares.count(queue.entries()), now)
  }

  /** Says of a share whether it is put off: it goes last, and others are left or under way, or enough of those that go last. */
  putOff(queue: Queue): (share: Share) => boolean {
    const isFull = () => this.#pace.running >= lastAtOnce
    return (share) => this.#pace.goesLast(share) && (isFull() || this.#areOthersLeft(queue))
  }

  #areOthersLeft(queue: Queue): boolean {
    if (this.#pace.underWay.some((share) => !this.#pace.goesLast(share))) return true
    for (const entry of queue.entries()) if (!this.#pace.goesLast(this.#shares.of({ entry }))) return true
    return false
  }

  /** Takes the task whose turn it is, of those that may start; null where none may. */
  take(queue: Queue, mayStart: (task: Task) => boolean, now: number): Task | null {
    this.#started += 1
    const wantsAnother = this.#pace.isLearning && this.#started % 3 !== 1
    const another = wantsAnother ? queue.take((task) => this.#isAnother(task) && mayStart(task)) : null
    if (another !== null) return another
    const isSlow = (task: Task) => this.#slowest.include(this.#shares.of(task)) && mayStart(task)
    const task = (this.#slowest.haveRoom(now) ? queue.take(isSlow) : null) ?? queue.take(mayStart)
    if (task !== null && !wantsAnother) this.#last = this.#shares.of(task)
    return task
  }

  /** True for another holder than that of the last share, or in turn for another product. */
  #isAnother(task: Task): boolean {
    const { holder, product } = this.#shares.of(task)
    return this.#started % 3 === 0 ? holder !== this.#last?.holder : product !== this.#last?.product
  }
}
