import type { AskClock } from '../../contracts/ask/clock.ts'

interface Timer {
  readonly at: number
  readonly call: () => void
}

/** Time that passes only when nothing else is left to do: an hour of waiting takes a moment, and each run takes the same. */
export class VirtualClock implements AskClock {
  #elapsed = 0
  readonly #epoch: number
  readonly #lookMs: number
  #timers: Timer[] = []

  /** @param lookMs What passes with each look at it, as on a machine that works meanwhile: its timers know whole milliseconds alone. */
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

  /** Resolves after so long. */
  readonly sleep = (ms: number): Promise<void> => new Promise((done) => this.after(ms, done))

  /** Lets time pass until a promise is settled. Throws where it never will be. */
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
