import { isFailed, isLimited, toleratedShare, tooMany } from '../giving-way.ts'
import type { PlannedRate } from '../plan.ts'
import type { Stop } from '../record.ts'
import { arrivalRate, scenario } from '../registry.ts'
import { behindAt } from '../stages.ts'
import type { RateOrder } from '../wire.ts'

/** A scenario to guard: its plan and its budget. */
type Guarded = Pick<RateOrder, 'scenario' | 'plateau'> & Pick<PlannedRate, 'budget'>

/** The number of last answers that the guard looks at; fewer where fewer came. */
const window = 100
/** Fewer answers than this tell nothing yet. */
const fewest = 20
/** The service may take this long to come back after the rush of a spike. Milliseconds. */
const recoveryMs = 2_000

/**
 * Watches a running scenario, and says when to end it: at its budget, at too many failures, or at a breakpoint. The caller passes the
 * time, milliseconds since the start.
 */
export class Guard {
  private readonly guarded: Guarded
  private requests = 0
  private served = 0
  private readonly last: number[] = []

  constructor(guarded: Guarded) {
    this.guarded = guarded
  }

  /** Takes a status (0 for no whole answer). Returns why to end the scenario now, or null. */
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
    // A service that never held has no breakpoint.
    if (this.endsThere && failed + limited > toleratedShare * this.last.length && this.served >= fewest)
      return { by: 'gave-way', atMs, why: limited > failed ? `${limited} ${of} got 429` : `${failed} ${of} failed` }
    if (failed <= tooMany * this.last.length) return null
    if (!this.isRush(atMs)) return { by: 'failing', atMs, why: `${failed} ${of} failed` }
    // Failures of the rush must not count after it.
    this.last.length = 0
    return null
  }

  /** True until a little after the rush of a spike, where the service served before. The test then waits for it to come back. */
  private isRush(atMs: number): boolean {
    const { scenario: name, plateau } = this.guarded
    if (scenario(name).ridesOut !== true || this.served < fewest) return false
    const rest = arrivalRate(name).stages.at(-1)?.time ?? 0
    return atMs < (1 - rest) * plateau.durationMs + recoveryMs
  }

  /** Takes the time. Returns why to end the scenario now, or null. */
  tick(atMs: number): Stop | null {
    const { budget, plateau } = this.guarded
    if (atMs > budget.ms) return { by: 'time', atMs, why: `the budget of ${budget.ms / 1000} s was reached` }
    if (!this.endsThere || atMs > plateau.durationMs || this.served < fewest) return null
    const behind = behindAt(arrivalRate(this.guarded.scenario), plateau, atMs, this.requests)
    return behind === null ? null : { by: 'gave-way', atMs, why: behind }
  }

  private get endsThere(): boolean {
    return scenario(this.guarded.scenario).givesWay === 'ends'
  }
}
