import { oncePer } from '../../evidence/once-per.ts'

/**
 * Callbacks for an interrupt. A list and not a Set: a Set that grows and shrinks gets new tables again and again. V8 keeps the contents
 * of the old tables, each a whole request, until the next full collection.
 */
export class Interrupts {
  readonly #calls: (() => void)[] = []

  add(call: () => void): void {
    this.#calls.push(call)
  }

  delete(call: () => void): void {
    const at = this.#calls.indexOf(call)
    const last = this.#calls.at(-1)
    if (at < 0 || last === undefined) return
    this.#calls[at] = last
    this.#calls.pop()
  }

  callAll(): void {
    for (const call of [...this.#calls]) call()
  }
}

/** The callbacks of a signal. The signal has one listener; each request adds its callback here and removes it. */
export const interruptsOf = oncePer((signal: AbortSignal): Interrupts => {
  const interrupts = new Interrupts()
  signal.addEventListener('abort', () => interrupts.callAll())
  return interrupts
})
