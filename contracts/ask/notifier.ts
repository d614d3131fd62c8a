import type { AskClock } from './clock.ts'
import { interruptsOf } from './interrupts.ts'

/** Wakes the one who waits: because something happened, because time is over, or because the run is interrupted. */
export class Notifier {
  readonly #clock: AskClock
  readonly #signal: AbortSignal
  #wake: () => void = () => {}
  /** Until when the one who waits does so. Milliseconds of the monotonic clock. */
  #until = 0
  /** The alarm that is set: one that comes early is set again, so that not each request needs its own. */
  #alarm: { readonly at: number; readonly callOff: () => void } | null = null

  /** @param signal Ends every wait at once. */
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

  notify(): void {
    this.#wake()
  }

  /** Calls off what would wake nobody any more. */
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
