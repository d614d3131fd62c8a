import { behindAt } from '../behind.ts'
import { givesWay, isFailed, isLimited, tooMany } from '../giving-way.ts'
import type { Stop } from '../record.ts'
import { arrivalRate, type RateScenario, scenario } from '../registry.ts'
import type { Plateau } from '../stages.ts'

/** What may be spent on a scenario, and how it is planned. */
export interface Guarded {
  readonly scenario: RateScenario
  readonly plateau: Plateau
  readonly budget: { readonly requests: number; readonly ms: number }
}

/** So many of the last answers are looked at, and fewer where they are all that came. */
const window = 100
/** Fewer answers tell nothing yet. */
const fewest = 20
/** So long after its rush a service may take to come back. Milliseconds. */
const recoveryMs = 2_000

/**
 * Watches a scenario while it runs, and says when to end it: at its budget, when too many requests fail, and where a breakpoint
 * was found. Time is passed in, milliseconds since the start.
 */
export class Guard {
  private readonly guarded: Guarded
  private requests = 0
  private served = 0
  private readonly last: number[] = []

  constructor(guarded: Guarded) {
    this.guarded = guarded
  }

  /** An answer came, or did not; why to end the scenario now, or null. */
  answer(status: number, atMs: number): Stop | null {
    const { budget } = this.guarded
    this.requests += 1
    if (!isFailed(status) && !isLimited(status)) this.served += 1
    this.last.push(status)
    if (this.last.length > window) this.last.shift()
    if (this.requests > budget.requests) {
      return { by: 'requests', atMs, why: `the budget of ${budget.requests} requests was reached` }
    }
    if (this.last.length < fewest) return null
    const failed = this.last.filter(isFailed).length
    const limited = this.last.filter(isLimited).length
    const of = `of the last ${this.last.length} requests`
    // It is no breakpoint where it never held.
    if (this.endsThere && failed + limited > givesWay * this.last.length && this.served >= fewest)
      return { by: 'gave-way', atMs, why: limited > failed ? `${limited} ${of} got 429` : `${failed} ${of} failed` }
    if (failed <= tooMany * this.last.length) return null
    if (!this.isRush(atMs)) return { by: 'failing', atMs, why: `${failed} ${of} failed` }
    // What failed in the rush is nothing to tell the rest by.
    this.last.length = 0
    return null
  }

  /** True in the rush of a spike, and a little longer, where the service served before: then whether it comes back is to be seen. */
  private isRush(atMs: number): boolean {
    const { scenario: name, plateau } = this.guarded
    if (scenario(name).ridesOut !== true || this.served < fewest) return false
    const rest = arrivalRate(name).stages.at(-1)?.time ?? 0
    return atMs < (1 - rest) * plateau.durationMs + recoveryMs
  }

  /** Time went by; why to end the scenario now, or null. */
  tick(atMs: number): Stop | null {
    const { budget, plateau } = this.guarded
    if (atMs > budget.ms) return { by: 'time', atMs, why: `the budget of ${budget.ms / 1000} s was reached` }
    if (!this.endsThere || atMs > plateau.durationMs || this.served < fewest) return null
    const behind = behindAt(this.guarded.scenario, plateau, atMs, this.requests)
    return behind === null ? null : { by: 'gave-way', atMs, why: behind }
  }

  private get endsThere(): boolean {
    return scenario(this.guarded.scenario).givesWay === 'ends'
  }
}
