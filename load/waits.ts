import { setTimeout as sleep } from 'node:timers/promises'
import type { Exchange } from '../evidence/exchange.ts'
import { toldMs } from '../evidence/told-wait.ts'
import type { LoadContext } from './engine/load-context.ts'
import type { PlannedScenario } from './plan.ts'
import { seconds } from './seconds.ts'

/** A longer wait that was told before load does not keep it from beginning. Milliseconds. */
const longestBeforeMs = 60_000

/** Why a scenario is not run after all, or null, and how long it waited. Milliseconds. */
interface Kept {
  readonly skipped: string | null
  readonly waitedMs: number
}

/** Until when refusals asked to wait. */
export class Waits {
  /** Of load. */
  #until = 0
  /** Of what was asked before, and the longest of its waits: after so long without a request the limit is fresh. */
  #before = 0
  #longestBeforeMs = 0

  hear(exchange: Exchange): void {
    const told = toldWait(exchange)
    if (told !== null) this.#until = Math.max(this.#until, told.until)
  }

  /** Takes note of an answer to what was asked before load, which has used up some of the limit that load will meet. */
  hearBefore(exchange: Exchange): void {
    const told = toldWait(exchange)
    if (told !== null && told.ms <= longestBeforeMs) this.#longestBeforeMs = Math.max(this.#longestBeforeMs, told.ms)
    if (this.#longestBeforeMs === 0) return
    this.#before = Math.max(this.#before, endOf(exchange) + this.#longestBeforeMs)
  }

  /** Keeps what was told, and says for how long (milliseconds), or why the scenario is not run. */
  async keep(
    { name, budget }: Pick<PlannedScenario, 'name' | 'budget'>,
    { signal, say }: Pick<LoadContext, 'signal' | 'say'>,
  ): Promise<Kept> {
    const interrupted = 'the run was interrupted'
    if (signal?.aborted) return { skipped: interrupted, waitedMs: 0 }
    const now = Date.now()
    const own = this.#until - now
    if (own > budget.ms)
      return { skipped: `the key was told to wait for ${seconds(own)}, longer than the budget`, waitedMs: 0 }
    const wait = Math.max(own, this.#before - now)
    if (wait <= 0) return { skipped: null, waitedMs: 0 }
    say(`${name}: waits ${seconds(wait)} as told`)
    await sleep(wait + 1, undefined, { signal }).catch(() => undefined)
    return { skipped: signal?.aborted ? interrupted : null, waitedMs: Math.round(wait) }
  }
}

/** How long a refusal tells to wait, whatever its status (§8.2), and until when; null for another answer. */
function toldWait(exchange: Exchange): { readonly ms: number; readonly until: number } | null {
  const status = exchange.response?.status
  if (status === undefined || status < 400) return null
  const ms = toldMs(exchange) ?? 0
  return { ms, until: endOf(exchange) + ms }
}

const endOf = ({ startedAt, endMs }: Exchange) => startedAt + endMs
