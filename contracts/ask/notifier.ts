import type { AskClock } from './clock.ts'
import { interruptsOf } from './interrupts.ts'

/** How often the end of a stage is looked for, milliseconds. */
export const tickMs = 500

/** Wakes the one waiter: at an event, at the end of its time, or at an interrupt of the run. */
export class Notifier {
  readonly #clock: AskClock
  readonly #signal: AbortSignal
  #wake: () => void = () => {}
  /** When the waiter wakes at the latest. Milliseconds of the monotonic clock. */
  #until = 0
  /** The timer that is set. One that fires too early is set again, so that not every wait needs its own. */
  #alarm: { readonly at: number; readonly callOff: () => void } | null = null

  /** `signal`: ends every wait at once. */
  constructor(clock: AskClock, signal: AbortSignal) {
    this.#clock = clock
    this.#signal = signal
    interruptsOf(signal).add(() => this.notify())
  }

  /** Resolves after so many milliseconds, or earlier with the next `notify` or when the signal comes. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
      this.#until = this.#clock.monotonic() + (this.#signal.aborted ? 0 : ms)
      if (this.#alarm === null || this.#alarm.at > this.#until) this.#set()
    })
  }

  /** Resolves at a time of the monotonic clock, or soon after `isOver`. */
  async waitUntil(at: number, isOver: () => boolean): Promise<void> {
    const { monotonic } = this.#clock
    for (let now = monotonic(); now < at && !isOver(); now = monotonic()) await this.wait(Math.min(at - now, tickMs))
  }

  notify(): void {
    this.#wake()
  }

  /** Cancels the timer. */
  end(): void {
    this.#alarm?.callOff()
    this.#alarm = null
  }

  #set(): void {
    this.end()
    const callOff = this.#clock.after(this.#until - this.#clock.monotonic(), () => {
      this.#alarm = null
      if (this.#clock.monotonic() < this.#until) this.#set()
      else this.#wake()
    })
    this.#alarm = { at: this.#until, callOff }
  }
}
