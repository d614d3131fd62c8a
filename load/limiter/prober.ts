import type { ProbePhase } from '../../evidence/load-facts.ts'
import { sending } from './constants.ts'
import {
  type Clock,
  type ProbeBudget,
  type ProbeEnd,
  type Recurrence,
  recordedSample,
  type Sample,
  type Send,
  type Trace,
  tripOf,
} from './trace.ts'

/** Ends the experiment: a part of the budget is spent, too many requests fail, or nothing comes back. */
export class Ended extends Error {
  readonly end: ProbeEnd

  constructor(end: ProbeEnd) {
    super(end)
    this.name = 'Ended'
    this.end = end
  }
}

/** What came of a volley: requests sent one shortly after the other, without waiting for answers. */
export type Volley = Awaited<ReturnType<Prober['volley']>>

/** How a volley is sent, and when it ends. */
export interface VolleyOrder {
  readonly phase: ProbePhase
  /** The largest number of requests. */
  readonly count: number
  /** Milliseconds between two requests. */
  readonly paceMs: number | ((index: number) => number)
  /** True: each request waits for the answer to the one before instead, and `paceMs` does not matter. */
  readonly oneByOne?: boolean
  /** Sending stops once so many refusals were received. */
  readonly stopAfter: number
}

/** A volley to the first refusal: twice the size and some more are surely too many. */
export function drain(size: number, paceMs: number): VolleyOrder {
  return { phase: 'drain', count: 2 * size + sending.spare, paceMs, stopAfter: 1 }
}

/** What a prober is made of: the surroundings of an experiment. */
export interface ProberSetting {
  readonly send: Send
  readonly clock: Clock
  readonly budget: ProbeBudget
  /** The most requests in flight, where that is less than `sending` permits: for a service that answers one after the other. */
  readonly inFlight?: number
  /** Returns 0 ≤ x < 1, and decides the phase of rests. @default `Math.random` */
  readonly random?: () => number
  /** The trace so far, where a fit asked for one more round. The new trace holds its samples too. */
  readonly previous?: Trace | undefined
}

/** The hands of an experiment. A prober sends, waits, and keeps the samples; it throws `Ended` instead of passing the budget. */
export class Prober {
  readonly samples: Sample[]
  readonly budget: ProbeBudget
  readonly random: () => number
  /** What the experiment learned, kept here so that it is known wherever the experiment ends. */
  shape: Recurrence | null
  private readonly setting: ProberSetting
  private readonly lastMoment: number
  private sent: number
  private failed = 0
  /** True once something else than the limit told to wait. That teaches nothing of the limit, so the experiment ends. */
  private wasTold = false
  private inFlight = 0
  private lastRefusedAt = Number.NEGATIVE_INFINITY
  private heldBackUntil = Number.NEGATIVE_INFINITY
  private wake: () => void = () => {}

  constructor(setting: ProberSetting) {
    const { budget, clock, previous, random = Math.random } = setting
    this.setting = setting
    this.budget = budget
    this.random = random
    this.shape = previous?.shape ?? null
    this.samples = [...(previous?.samples ?? [])]
    this.sent = this.samples.length
    this.lastMoment = clock.now() + budget.ms - (previous?.spentMs ?? 0)
  }

  now(): number {
    return this.setting.clock.now()
  }

  async single(phase: ProbePhase): Promise<Sample> {
    return this.launch(phase)
  }

  async volley({ phase, count: most, paceMs, oneByOne, stopAfter }: VolleyOrder) {
    const answers: Promise<Sample>[] = []
    const tally = { accepted: 0, refused: 0 }
    const count = (sample: Sample) => {
      if (sample.passage !== 'failed') tally[sample.passage] += 1
      return sample
    }
    let due = this.now()
    try {
      for (let index = 0; index < most && tally.refused < stopAfter; index += 1) {
        const answer = this.launch(phase).then(count)
        answers.push(answer)
        if (oneByOne) {
          await answer
          continue
        }
        due += typeof paceMs === 'number' ? paceMs : paceMs(index)
        await this.hasRoom()
        await this.sleepUntil(due)
      }
    } finally {
      await Promise.all(answers)
    }
    return { ...tally, samples: await Promise.all(answers) }
  }

  /** Waits without asking: at least `ms`, and as long as refusals asked for, but at most `longestWaitMs`. */
  rest(ms: number): Promise<void> {
    const asked = Math.max(ms, this.heldBackUntil - this.now())
    return this.sleepUntil(this.now() + Math.min(asked, this.budget.longestWaitMs))
  }

  /** Waits until `at` in order to measure: a Retry-After does not prolong this wait. */
  until(at: number): Promise<void> {
    return this.sleepUntil(Math.min(at, this.now() + this.budget.longestWaitMs))
  }

  /** The median of the latest round trips, milliseconds. */
  roundTripMs(): number {
    return tripOf(this.samples.slice(-sending.tripsKept)) ?? Number.POSITIVE_INFINITY
  }

  private launch(phase: ProbePhase): Promise<Sample> {
    const { failing, failingOneIn } = sending
    if (this.sent >= this.budget.requests) throw new Ended('requests')
    if (this.now() > this.lastMoment) throw new Ended('time')
    const isFailing = this.failed > failing && this.failed * failingOneIn > this.samples.length
    if (this.wasTold || isFailing) throw new Ended('failing')
    this.sent += 1
    this.inFlight += 1
    const place = { phase, round: this.setting.previous?.rounds ?? 0 }
    return this.setting.send(place).then((answer) => this.keep(recordedSample(answer, place)))
  }

  private keep(sample: Sample): Sample {
    const { sentAt, receivedAt, retryAfterMs } = sample
    this.inFlight -= 1
    this.samples.push(sample)
    if (sample.passage === 'failed') {
      this.failed += 1
      this.wasTold ||= (retryAfterMs ?? 0) > 0
    }
    if (sample.passage === 'refused') {
      this.lastRefusedAt = receivedAt
      this.heldBackUntil = Math.max(this.heldBackUntil, receivedAt + (retryAfterMs ?? 0))
    } else if (sample.passage === 'accepted' && sentAt > this.lastRefusedAt) this.heldBackUntil = this.lastRefusedAt
    this.wake()
    return sample
  }

  private async sleepUntil(at: number): Promise<void> {
    const ms = at - this.now()
    if (ms <= 0) return
    if (at > this.lastMoment) throw new Ended('time')
    await this.setting.clock.sleep(ms)
  }

  private async hasRoom(): Promise<void> {
    while (this.inFlight >= Math.min(sending.inFlight, this.setting.inFlight ?? sending.inFlight)) {
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    }
  }
}
