import { oncePer } from '../../evidence/once-per.ts'

/**
 * What is called when a signal comes. A list and not a Set: a Set that is added to and taken from gets new tables again and
 * again, and V8 keeps what stood in the old ones, each a whole request, until the next full collection.
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

/** What is called when a signal comes. The signal itself is listened to once: each request adds to this and takes from it. */
export const interruptsOf = oncePer((signal: AbortSignal): Interrupts => {
  const interrupts = new Interrupts()
  signal.addEventListener('abort', () => interrupts.callAll())
  return interrupts
})
