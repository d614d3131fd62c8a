import type { Bystander, TrialFacts } from '../../evidence/load-facts.ts'
import type { Budget, TimedAnswer } from '../limiter/limiter.ts'
import { inFlightInTime } from './in-flight.ts'
import { brokenPairs, enoughPairs, enoughWaits, mayBeShared } from './kept-waits.ts'
import type { TrialAnswer } from './story.ts'
import {
  earlyQuestions,
  graceMs,
  isRefusal,
  isServed,
  mayBeByCount,
  several,
  sleepUntil,
  type TrialEnd,
  type TrialWorld,
} from './trial.ts'

/** O14: one load step has at least 16 requests in flight. More are sent, since early answers may come before late requests arrive. */
const leastAtOnce = 16
const firstAtOnce = 24
const mostAtOnce = 64
const rounds = 3
/** Requests that a burst must leave for the questions after it. */
const reserve = 8
/** The first wait of our own, where no refusal told one. Doubled each time. Milliseconds. */
const firstPauseMs = 1000

/** True: served again. False: refused again. A word: why the trials end before their three rounds. */
type Recovered = boolean | 'complete' | 'wait' | 'time' | 'requests'

/**
 * Provokes the limit, waits as told, asks once; three times (O16). One client keeps every wait that it was told. It sends into a wait only
 * what was in flight already, the few questions to bystanders (O17), and the few that test a wait longer than the budget (O15). Where a
 * burst is refused without 429, it asks one at a time whether that is by count (O14).
 */
export async function tryLimit(world: TrialWorld, budget: Budget, bystanders: readonly Bystander[]): Promise<TrialEnd> {
  const trial = new Trial(world, budget)
  const kind = await trial.run(bystanders)
  const { askedMs, holding, longestMs, inFlight } = trial
  return { kind, askedMs, holding, longestMs, inFlight }
}

class Trial {
  holding = false
  longestMs = 0
  inFlight = Number.POSITIVE_INFINITY
  askedMs: number | null = null
  private readonly world: TrialWorld
  private readonly budget: Budget
  private readonly startedAt: number
  private steps = 0
  private roundTripMs = 0
  private restStatus: number | null = null
  private refusedAt = 0
  /** True once a refusal was 429. */
  private limited = false
  /** True where a burst was refused, but not as a limit refuses: by 503, 502, no whole answer, or a status that §7 does not name. */
  private brokeDown = false
  /** The number of trials: waits that were told and kept. */
  private tried = 0
  private servedAgain = false
  private readonly answers: TrialAnswer[] = []
  /** The refusal of this round whose wait ends last; null where no refusal told a wait. */
  private told: { readonly from: number; readonly waitMs: number } | null = null

  constructor(world: TrialWorld, budget: Budget) {
    this.world = world
    this.budget = budget
    this.startedAt = world.now()
  }

  async run(bystanders: readonly Bystander[]): Promise<TrialEnd['kind']> {
    const rest = [await this.ask({ phase: 'rest', round: 1 }), await this.ask({ phase: 'rest', round: 1 })]
    if (rest.every(({ status }) => status === null)) return 'unanswered'
    if (rest.every(({ status }) => status === 401 || status === 403)) return 'denied'
    for (const answer of rest) this.see([answer])
    this.restStatus = rest.find((answer) => !isRefusal(answer))?.status ?? null
    let refused = rest.some(isRefusal)
    while (this.tried < rounds || this.isWorthMore) {
      const round = this.tried + 1
      if (!refused) {
        const stopped = await this.burst(round)
        if (stopped !== null) return round === 1 ? 'no-refusal' : stopped
        if (this.brokeDown && !this.limited) return await this.countOneByOne()
      }
      // A limit of one request refuses the second at rest.
      if (round === 1 && this.limited && rest.some((answer) => !isRefusal(answer))) await this.askFor(bystanders)
      const served = await this.recover(round)
      if (typeof served === 'string') return served
      refused = !served
      this.servedAgain ||= served
    }
    return 'complete'
  }

  /** O16: a limit that lasts for two or three of its told waits ends between two trials. Each further trial then begins anew. */
  private get isWorthMore(): boolean {
    if (this.timeLeft <= rounds * (this.longestMs + graceMs)) return false
    const pairs = brokenPairs(this.answers, this.restStatus)
    const isOpen = this.servedAgain || (mayBeShared(this.answers) && this.tried < enoughWaits)
    return isOpen && pairs !== null && pairs < enoughPairs
  }

  /** Others may use up the limit within the second of grace. So a limit that never served again is asked at other moments too. */
  private get graceMs(): number {
    const isVaried = this.tried >= rounds && !this.servedAgain && mayBeShared(this.answers)
    return isVaried ? (graceMs * (this.tried % 3)) / 2 : graceMs
  }

  private get requestsLeft(): number {
    return this.budget.requests - this.answers.length
  }

  private get timeLeft(): number {
    return this.startedAt + this.budget.ms - this.world.now()
  }

  /** Sends one request, and remembers the wait that a refusal told. */
  private async ask(facts: TrialFacts): Promise<TimedAnswer> {
    const answer = await this.world.send(facts)
    this.answers.push({ facts, status: answer.status })
    // Those of a burst wait for each other, on our side too: that is no round trip.
    if (answer.status !== null && facts.phase !== 'burst')
      this.roundTripMs = Math.max(this.roundTripMs, answer.receivedAt - answer.sentAt)
    this.limited ||= answer.status === 429
    // §8.2 names no status: any refusal may tell a wait.
    if (isRefusal(answer) || !isServed(answer, this.restStatus)) this.keep(answer)
    if (facts.phase !== 'scope') this.holding = isRefusal(answer)
    return answer
  }

  private keep({ receivedAt, retryAfterMs }: TimedAnswer): void {
    this.refusedAt = Math.max(this.refusedAt, receivedAt)
    if (retryAfterMs === null) return
    const until = this.told === null ? 0 : this.told.from + this.told.waitMs
    if (receivedAt + retryAfterMs >= until) this.told = { from: receivedAt, waitMs: retryAfterMs }
  }

  /** A limit that refuses does not keep the others waiting. */
  private see(answers: readonly TimedAnswer[]): void {
    this.inFlight = this.limited ? Number.POSITIVE_INFINITY : inFlightInTime(answers, this.world.timeoutMs)
  }

  /**
   * Sends load steps, each twice the one before, until one is refused. Returns null then, else what was spent first. A service that
   * delays instead of refusing answers one after the other, so no more are sent than it answers in time.
   */
  private async burst(round: number): Promise<'requests' | 'time' | null> {
    this.told = null
    for (let width = firstAtOnce; ; width = Math.min(2 * width, mostAtOnce)) {
      const few = this.steps === 0 ? Math.max(leastAtOnce, this.inFlight) : this.inFlight
      const atOnce = Math.min(width, few, this.requestsLeft - reserve)
      if (atOnce < leastAtOnce) return 'requests'
      if (this.timeLeft <= 0) return 'time'
      this.steps += 1
      const facts = { phase: 'burst', round, step: this.steps } as const
      const answers = await Promise.all(Array.from({ length: atOnce }, () => this.ask(facts)))
      this.see(answers)
      const deviating = answers.filter((answer) => answer.status !== this.restStatus)
      // Fewer may be chance; the next step tells (O14).
      if (answers.some(isRefusal) || deviating.length >= several) {
        if (!answers.some(isRefusal)) this.refusedAt = this.world.now()
        this.brokeDown = deviating.some(({ status }) => mayBeByCount(status))
        return null
      }
    }
  }

  /**
   * O17: asks each bystander between two refusals of the limit. The burst's refusal is the first. One that is served is asked three times:
   * a limit that gives back fast may have served it by chance.
   */
  private async askFor(bystanders: readonly Bystander[]): Promise<void> {
    for (const whom of bystanders) {
      for (let asked = 0; asked < several; asked += 1) {
        const other = await this.ask({ phase: 'scope', round: 1, whom })
        const { status } = await this.ask({ phase: 'control', round: 1 })
        if (status !== 429 || !isServed(other, this.restStatus)) break
      }
    }
  }

  /** After a refusal: waits as told, or by waits of our own where none was told. */
  private recover(round: number): Promise<Recovered> {
    return this.told === null ? this.poll(round) : this.keepWait(round, this.told)
  }

  /** O16: waits in full, with one second of grace and a round trip, and asks once. */
  private async keepWait(
    round: number,
    { from, waitMs }: { readonly from: number; readonly waitMs: number },
  ): Promise<Recovered> {
    const at = from + waitMs + this.graceMs + this.roundTripMs
    if (at - this.world.now() > this.timeLeft) {
      this.askedMs = waitMs
      await this.askEarly(round, from, waitMs)
      return 'wait'
    }
    if (this.requestsLeft <= 0) return 'requests'
    await sleepUntil(this.world, at)
    this.told = null
    this.tried += 1
    this.longestMs = Math.max(this.longestMs, waitMs)
    const answer = await this.ask({ phase: 'recovery', round, toldMs: waitMs, waitedMs: this.world.now() - from })
    if (!isRefusal(answer)) this.restStatus ??= answer.status
    return isServed(answer, this.restStatus)
  }

  /** O15: asks one question at each early moment, until one is served. */
  private async askEarly(round: number, from: number, toldMs: number): Promise<void> {
    for (const afterMs of earlyQuestions(toldMs)) {
      if (from + afterMs - this.world.now() > this.timeLeft || this.requestsLeft <= 0) return
      await sleepUntil(this.world, from + afterMs)
      const answer = await this.ask({ phase: 'early', round, toldMs, waitedMs: this.world.now() - from })
      if (isServed(answer, this.restStatus)) return
    }
  }

  /** No wait was told. Waits for times of our own, doubled each time, until a request is served, a wait is told, or the budget ends. */
  private async poll(round: number): Promise<Recovered> {
    const from = this.refusedAt
    for (let pause = firstPauseMs; ; pause *= 2) {
      if (this.requestsLeft <= 0) return 'requests'
      if (pause > this.timeLeft) return 'time'
      await sleepUntil(this.world, this.world.now() + pause)
      this.longestMs = Math.max(this.longestMs, this.world.now() - from)
      const answer = await this.ask({ phase: 'poll', round, waitedMs: this.world.now() - from })
      // A trial was made and the limit serves again, so one more trial is worth it. Without any told wait, nothing is left to try.
      if (isServed(answer, this.restStatus)) return this.tried > 0 || 'complete'
      if (this.told !== null) return await this.keepWait(round, this.told)
    }
  }

  /**
   * O14: a burst was refused by 503, 502 or a reset, and never by 429. Asks one at a time whether the limit refuses all the same.
   * Refused three times in a row, in three rounds, and served after a wait each time, means a limit, whatever its status.
   */
  private async countOneByOne(): Promise<TrialEnd['kind']> {
    const mostAlone = 2 * this.answers.length + several
    for (let round = 1; ; round += 1) {
      const back = await this.recover(round)
      if (back !== true && back !== 'complete') return back === false ? 'complete' : back
      if (round > rounds || !(await this.isTurnedAway(round, mostAlone))) return 'complete'
    }
  }

  private async isTurnedAway(round: number, mostAlone: number): Promise<boolean> {
    this.told = null
    let inARow = 0
    for (let asked = 0; asked < mostAlone && this.requestsLeft > reserve && this.timeLeft > 0; asked += 1) {
      const answer = await this.ask({ phase: 'alone', round })
      inARow = isServed(answer, this.restStatus) ? 0 : inARow + 1
      if (inARow > 0) this.refusedAt = answer.receivedAt
      if (inARow === several) return true
    }
    return false
  }
}
