/** Lets one who waits be told that something happened. */
export class News {
  readonly #signal: AbortSignal
  #told: () => void = () => {}

  /** @param signal Ends every wait at once. */
  constructor(signal: AbortSignal) {
    this.#signal = signal
  }

  /** Resolves with the next news, after so many milliseconds, or when the signal comes. */
  within(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer)
        this.#signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, ms)
      this.#told = done
      this.#signal.addEventListener('abort', done)
    })
  }

  tell(): void {
    this.#told()
  }
}
