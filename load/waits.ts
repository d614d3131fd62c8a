import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../evidence/counted.ts'
import { type Exchange, endedAt } from '../evidence/exchange.ts'
import { toldMs } from '../evidence/told-wait.ts'
import type { LoadContext } from './engine/load-context.ts'
import type { PlannedScenario } from './plan.ts'

/** Many limits last a minute: such a wait is kept whatever a scenario may take. A longer one from before the load is not. Milliseconds. */
const longestMs = 60_000

/** Remembers until when refusals asked to wait. */
export class Waits {
  /** When the waits end that were told in the load. Milliseconds since the epoch. */
  #until = 0
  /** The same for requests before the load, and the longest wait told then. After so long without a request the limit is fresh. */
  #before = 0
  #longestBeforeMs = 0

  hear(exchange: Exchange): void {
    const told = toldWait(exchange)
    if (told !== null) this.#until = Math.max(this.#until, told.until)
  }

  /** Takes note of an answer from before the load. Its request used up some of the limit that the load will meet. */
  hearBefore(exchange: Exchange): void {
    const told = toldWait(exchange)
    if (told !== null && told.ms <= longestMs) this.#longestBeforeMs = Math.max(this.#longestBeforeMs, told.ms)
    if (this.#longestBeforeMs === 0) return
    this.#before = Math.max(this.#before, endedAt(exchange) + this.#longestBeforeMs)
  }

  /** Waits as refusals told. Returns how long it waited (milliseconds), or why the scenario is not run, and how long it would have to wait. */
  async keep(
    { name, budget }: Pick<PlannedScenario, 'name' | 'budget'>,
    { signal, say }: Pick<LoadContext, 'signal' | 'say'>,
  ) {
    const interrupted = 'the run was interrupted'
    if (signal?.aborted) return { skipped: interrupted, waitedMs: 0 }
    const now = Date.now()
    const own = this.#until - now
    if (own > Math.max(budget.ms, longestMs))
      return {
        skipped: `the key was told to wait for ${seconds(own)}, longer than there is time for`,
        waitedMs: 0,
        toldMs: Math.round(own),
      }
    const wait = Math.max(own, this.#before - now)
    if (wait <= 0) return { skipped: null, waitedMs: 0 }
    say(`${name}: waits ${seconds(wait)} as told`)
    await sleep(wait + 1, undefined, { signal }).catch(() => undefined)
    return { skipped: signal?.aborted ? interrupted : null, waitedMs: Math.round(wait) }
  }
}

/** The wait that a refusal told, whatever its status (§8.2): how long, and until when. 0 ms where none was told; null for no refusal. */
function toldWait(exchange: Exchange): { readonly ms: number; readonly until: number } | null {
  const status = exchange.response?.status
  if (status === undefined || status < 400) return null
  const ms = toldMs(exchange) ?? 0
  return { ms, until: endedAt(exchange) + ms }
}
