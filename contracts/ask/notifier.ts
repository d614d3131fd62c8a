import type { AskClock } from './clock.ts'
import { interruptsOf } from './interrupts.ts'

/** Wakes the one who waits: because something happened, because time is over, or because the run is interrupted. */
export class Notifier {
  readonly #clock: AskClock
  readonly #signal: AbortSignal
  #wake: () => void = () => {}

  /** @param signal Ends every wait at once. */
  constructor(clock: AskClock, signal: AbortSignal) {
    this.#clock = clock
    this.#signal = signal
  }

  /** Resolves after so many milliseconds, or earlier with the next `notify` or when the signal comes. */
  wait(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        callOff()
        interruptsOf(this.#signal).delete(wake)
        resolve()
      }
      const callOff = this.#clock.after(this.#signal.aborted ? 0 : ms, wake)
      this.#wake = wake
      interruptsOf(this.#signal).add(wake)
    })
  }

  notify(): void {
    this.#wake()
  }
}
