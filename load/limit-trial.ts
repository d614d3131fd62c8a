import type { Budget, TimedAnswer } from './limiter/limiter.ts'
import { type Bystander, graceMs, type TrialEnd, type TrialPhase, type TrialRequest, type TrialWorld } from './trial.ts'

/** O14: one load step holds at least 16 in flight; some more, since the first may be answered before the last arrives. */
const leastAtOnce = 16
const firstAtOnce = 24
const mostAtOnce = 64
const rounds = 3
/** Kept back from a burst, for the questions that follow it. */
const reserve = 4

/** True where the limit, or something in its place, turned the request away. */
const isRefusal = (answer: TimedAnswer) => answer.status === 429 || answer.status === 503

/**
 * Provokes the limit, waits as told, asks once; three times (O16). One client, that keeps every wait it was told: the only
 * requests it sends into one are those already in flight and, once, the few that ask whom else the limit refuses (O17).
 *
 * @param bystanders Whom there is to ask for while refused.
 */
export async function tryLimit(world: TrialWorld, budget: Budget, bystanders: readonly Bystander[]): Promise<TrialEnd> {
  const trial = new Trial(world, budget)
  const kind = await trial.run(bystanders)
  return { kind, askedMs: trial.askedMs, requests: trial.sent, holding: trial.holding, longestMs: trial.longestMs }
}

class Trial {
  sent = 0
  holding = false
  longestMs = 0
  askedMs: number | null = null
  private readonly world: TrialWorld
  private readonly budget: Budget
  private readonly startedAt: number
  private steps = 0
  private roundTripMs = 0
  private restStatus: number | null = null
  private refusedAt = 0
  /** Trials made: waits that were told and kept. */
  private tried = 0
  /** The refusal of this round that asked to wait longest; null where none named a time. */
  private told: { readonly from: number; readonly waitMs: number } | null = null

  constructor(world: TrialWorld, budget: Budget) {
    this.world = world
    this.budget = budget
    this.startedAt = world.now()
  }

  async run(bystanders: readonly Bystander[]): Promise<TrialEnd['kind']> {
    const rest = [await this.ask('rest', 1), await this.ask('rest', 1)]
    if (rest.every(({ status }) => status === null)) return 'unanswered'
    if (rest.every(({ status }) => status === 401 || status === 403)) return 'denied'
    this.restStatus = rest.find((answer) => !isRefusal(answer))?.status ?? null
    let refused = rest.some(isRefusal)
    while (this.tried < rounds) {
      const round = this.tried + 1
      if (!refused) {
        const stopped = await this.burst(round)
        if (stopped !== null) return round === 1 ? 'no-refusal' : stopped
        if (round === 1 && bystanders.length > 0) await this.askFor(bystanders)
      }
      const served = this.told === null ? await this.poll(round) : await this.recover(round)
      if (typeof served === 'string') return served
      refused = !served
    }
    return 'complete'
  }

  private get requestsLeft(): number {
    return this.budget.requests - this.sent
  }

  private get timeLeft(): number {
    return this.startedAt + this.budget.ms - this.world.now()
  }

  /** Sends one, or one of a step, and keeps what a refusal told. */
  private async ask(phase: TrialPhase, round: number, more: Partial<TrialRequest> = {}): Promise<TimedAnswer> {
    this.sent += 1
    const step = phase === 'burst' ? this.steps : 0
    const answer = await this.world.send({
      phase,
      round,
      step,
      atOnce: 1,
      told: null,
      waited: null,
      whom: null,
      ...more,
    })
    if (answer.status !== null) this.roundTripMs = Math.max(this.roundTripMs, answer.receivedAt - answer.sentAt)
    if (isRefusal(answer)) this.keep(answer)
    if (phase !== 'scope') this.holding = isRefusal(answer)
    return answer
  }

  private keep({ receivedAt, retryAfterMs }: TimedAnswer): void {
    this.refusedAt = Math.max(this.refusedAt, receivedAt)
    if (retryAfterMs === null) return
    const until = this.told === null ? 0 : this.told.from + this.told.waitMs
    if (receivedAt + retryAfterMs >= until) this.told = { from: receivedAt, waitMs: retryAfterMs }
  }

  /** Load steps, each twice the one before, until one is turned away; null then, else what was spent first. */
  private async burst(round: number): Promise<'requests' | 'time' | null> {
    this.told = null
    for (let width = firstAtOnce; ; width = Math.min(2 * width, mostAtOnce)) {
      const atOnce = Math.min(width, this.requestsLeft - reserve)
      if (atOnce < leastAtOnce) return 'requests'
      if (this.timeLeft <= 0) return 'time'
      this.steps += 1
      const answers = await Promise.all(Array.from({ length: atOnce }, () => this.ask('burst', round, { atOnce })))
      const deviating = answers.filter((answer) => answer.status !== this.restStatus)
      // Fewer may be chance; another step tells (O14).
      if (answers.some(isRefusal) || deviating.length >= 3) {
        if (!answers.some(isRefusal)) this.refusedAt = this.world.now()
        return null
      }
    }
  }

  /** O17: others between two refusals of the limit; the burst's refusal is the one before. */
  private async askFor(bystanders: readonly Bystander[]): Promise<void> {
    for (const whom of bystanders) await this.ask('scope', 1, { whom })
    await this.ask('control', 1)
  }

  /** A timer may fire early, and k6 ends a sleep when it is interrupted: the clock decides. */
  private async sleepUntil(at: number): Promise<void> {
    for (let left = at - this.world.now(); left > 0; left = at - this.world.now())
      await this.world.sleep(Math.ceil(left))
  }

  /** O16: waits in full, one second of grace and a round trip, and asks once. True where it is served. */
  private async recover(round: number): Promise<boolean | 'wait' | 'requests'> {
    const { from, waitMs } = this.told ?? { from: this.refusedAt, waitMs: 0 }
    const at = from + waitMs + graceMs + this.roundTripMs
    if (at - this.world.now() > this.timeLeft) {
      this.askedMs = waitMs
      return 'wait'
    }
    if (this.requestsLeft <= 0) return 'requests'
    await this.sleepUntil(at)
    this.told = null
    this.tried += 1
    this.longestMs = Math.max(this.longestMs, waitMs)
    const answer = await this.ask('recovery', round, { told: waitMs, waited: this.world.now() - from })
    if (!isRefusal(answer)) this.restStatus ??= answer.status
    return !isRefusal(answer)
  }

  /** No wait was told: ours, doubled each time, until it is served, told a wait, or out of budget. */
  private async poll(round: number): Promise<boolean | 'complete' | 'wait' | 'time' | 'requests'> {
    const from = this.refusedAt
    for (let pause = 1000; ; pause *= 2) {
      if (this.requestsLeft <= 0) return 'requests'
      if (pause > this.timeLeft) return 'time'
      await this.sleepUntil(this.world.now() + pause)
      this.longestMs = Math.max(this.longestMs, this.world.now() - from)
      const answer = await this.ask('poll', round, { waited: this.world.now() - from })
      // A wait that was told and not kept is worth another trial; where none ever was, there is nothing more to try.
      if (!isRefusal(answer)) return this.tried > 0 || 'complete'
      if (this.told !== null) return await this.recover(round)
    }
  }
}
