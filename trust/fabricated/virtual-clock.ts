import type { AskClock } from '../../contracts/ask/clock.ts'

interface Timer {
  readonly at: number
  readonly call: () => void
}

/** A clock whose time passes only when nothing else is left to do. An hour of waiting takes a moment, always with the same result. */
export class VirtualClock implements AskClock {
  #elapsed = 0
  readonly #epoch: number
  readonly #lookMs: number
  #timers: Timer[] = []

  /** `lookMs`: milliseconds that pass at each look, as on a busy machine. If not 0, timers use whole milliseconds. */
  constructor(epoch: number = Date.UTC(2026, 10, 21), lookMs = 0) {
    this.#epoch = epoch
    this.#lookMs = lookMs
  }

  readonly now = (): number => this.#epoch + this.#elapsed
  readonly monotonic = (): number => {
    this.#elapsed += this.#lookMs
    return this.#elapsed
  }

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = { at: this.#elapsed + (this.#lookMs === 0 ? ms : Math.trunc(ms)), call }
    this.#timers.push(timer)
    return () => {
      this.#timers = this.#timers.filter((other) => other !== timer)
    }
  }

  readonly sleep = (ms: number): Promise<void> => new Promise((done) => this.after(ms, done))

  /** Lets time pass until a promise is settled. Throws where no timer is left that could settle it. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isOpen = true
    const close = () => {
      isOpen = false
    }
    promise.then(close, close)
    for (;;) {
      await new Promise((done) => setImmediate(done))
      if (!isOpen) return promise
      const [next] = [...this.#timers].sort((one, other) => one.at - other.at)
      if (next === undefined) throw new Error('everyone waits for ever')
      this.#timers = this.#timers.filter((other) => other !== next)
      this.#elapsed = Math.max(this.#elapsed, next.at)
      next.call()
    }
  }
}
