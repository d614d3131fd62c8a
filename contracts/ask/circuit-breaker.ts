import type { Exchange } from '../../evidence/exchange.ts'
import type { Next } from './retry-policy.ts'

/** Why a target was given up: nobody was there, or all that came was failures, server errors or refusals by a limit. */
export type Stopped = 'unreachable' | 'no-answers' | 'maintenance' | 'limited'

/**
 * What an attempt says of the target. `unconnected`: no connection could be made, whatever the request; `failure`: no whole answer;
 * `error`: a server error; `limit`: a refusal by a limit.
 */
export type Sign = 'answer' | 'unconnected' | 'failure' | 'error' | 'limit'

/** Reads the sign of an attempt from its exchange. */
export function signOf({ failure, response }: Exchange, next: Next): Sign {
  if (failure?.kind === 'refused') return 'unconnected'
  // An answer that is coded, larger or deeper than we read is an answer: the target is there.
  if (failure !== null) return ['coded', 'large', 'deep'].includes(failure.kind) ? 'answer' : 'failure'
  if ((response?.status ?? 0) >= 500) return 'error'
  return next.kind === 'limited' ? 'limit' : 'answer'
}

/** Once the target has answered, so many failures of one operation count at most: it does not speak for the others. */
const mostOfOne = 4

/**
 * Opens when the whole target is gone, and not because some operations fail. It counts the attempts in a row without an answer that
 * serves, on any operation. Times are passed in, milliseconds of a clock that is never set.
 */
export class CircuitBreaker {
  readonly #tolerance: number
  readonly #longestWaitMs: number
  #hasAnswered = false
  #failures = 0
  #errors = 0
  #ofOne = new Map<string, number>()
  /** Since when only failures and server errors come, milliseconds. */
  #troubleSince: number | null = null
  #limits = 0
  #limitedSince: number | null = null
  #stopped: Stopped | null = null

  /** `concurrency` requests may be under way, and so fail at once for one reason. A target may refuse everything for `longestWaitMs`. */
  constructor(concurrency: number, longestWaitMs: number) {
    this.#tolerance = Math.max(12, concurrency)
    this.#longestWaitMs = longestWaitMs
  }

  /** Why the target was given up, or null. */
  get stopped(): Stopped | null {
    return this.#stopped
  }

  /** Gives the target up. The first reason stays. */
  open(reason: Stopped): void {
    this.#stopped ??= reason
  }

  /** Takes note of an attempt. `subject`: the operation, or the group of an unknown route. */
  saw(sign: Sign, subject: string, now: number): void {
    if (sign === 'answer') {
      this.#hasAnswered = true
      this.#restart()
    } else if (sign === 'limit') this.#sawLimit(now)
    else this.#sawTrouble(sign, subject, now)
  }

  /** Takes the giving up back where the target serves after all: the operations failed by themselves. The count begins anew. */
  close(): void {
    this.#stopped = null
    this.#restart()
  }

  /** Called at the end of a run: gives a target up that never answered, however few requests were sent. */
  ended(): void {
    if (this.#hasAnswered || this.#limits > 0) return
    if (this.#failures > 0) this.open('no-answers')
    else if (this.#errors > 0) this.open('maintenance')
  }

  #restart(): void {
    this.#failures = 0
    this.#errors = 0
    this.#ofOne.clear()
    this.#troubleSince = null
  }

  #sawTrouble(sign: Exclude<Sign, 'answer' | 'limit'>, subject: string, now: number): void {
    this.#troubleSince ??= now
    const before = this.#ofOne.get(subject) ?? 0
    this.#ofOne.set(subject, before + 1)
    if (this.#hasAnswered && before >= mostOfOne && sign !== 'unconnected') return
    if (sign === 'error') this.#errors += 1
    else this.#failures += 1
    // A target that never answered is given up soon. One that did is given up after six times as many.
    const enough = this.#hasAnswered ? this.#tolerance * 6 : this.#tolerance
    if (this.#failures >= enough) this.open('no-answers')
    else if (this.#failures + this.#errors >= enough * 2) this.open('maintenance')
    // After a refusal alone there is a pause: few requests then take long, so that time decides as well.
    else if (this.#errors >= this.#tolerance && now - this.#troubleSince >= this.#longestWaitMs)
      this.open('maintenance')
  }

  /** Gives up a target that never answered, and whose limit lets nothing through for the longest wait. */
  #sawLimit(now: number): void {
    if (this.#hasAnswered) return
    this.#limits += 1
    this.#limitedSince ??= now
    if (this.#limits >= this.#tolerance && now - this.#limitedSince >= this.#longestWaitMs) this.open('limited')
  }
}
