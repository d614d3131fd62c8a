import type { Budget, Clock, End, Phase, Sample, Send } from './transport.ts'

/** The experiment stops here: a part of the budget is spent, or nothing comes back. */
export class Ended extends Error {
  readonly end: End

  constructor(end: End) {
    super(end)
    this.name = 'Ended'
    this.end = end
  }
}

/** Requests sent one shortly after the other without waiting for answers. */
export interface Volley {
  readonly accepted: number
  readonly refused: number
  readonly samples: readonly Sample[]
}

export interface VolleyOrder {
  readonly phase: Phase
  /** At most so many requests. */
  readonly count: number
  /** Milliseconds between two requests. */
  readonly paceMs: number | ((index: number) => number)
  /** Each request waits for the answer of the one before instead, and `paceMs` does not matter. */
  readonly oneByOne?: boolean
  /** Stop sending once so many refusals were received. */
  readonly stopAfter: number
}

/** The hands of an experiment: sends and waits, keeps the record, and never passes the budget. */
export interface Prober {
  readonly samples: readonly Sample[]
  readonly budget: Budget
  now(): number
  single(phase: Phase): Promise<Sample>
  volley(order: VolleyOrder): Promise<Volley>
  /** Waits without asking: at least `ms`, and no shorter than the last refusal asked for, within the budget. */
  rest(ms: number): Promise<void>
  /** Waits until `at` in order to measure: a Retry-After does not prolong it. */
  until(at: number): Promise<void>
  /** The median round trip so far, milliseconds. */
  roundTripMs(): number
}

export interface ProberSetting {
  readonly send: Send
  readonly clock: Clock
  readonly budget: Budget
  readonly round: number
  /** What earlier rounds sent and spent. */
  readonly before: { readonly samples: readonly Sample[]; readonly spentMs: number }
  readonly record?: ((sample: Sample) => void) | undefined
}

/** More in flight would measure the client, and is no longer polite. */
const mostInFlight = 160

/** A prober whose methods throw `Ended` instead of passing the budget. */
export function createProber({ send, clock, budget, round, before, record }: ProberSetting): Prober {
  const samples: Sample[] = [...before.samples]
  let sent = before.samples.length
  let failed = 0
  let inFlight = 0
  let lastRefusedAt = Number.NEGATIVE_INFINITY
  let heldBackUntil = Number.NEGATIVE_INFINITY
  let wake: () => void = () => {}
  const lastMoment = clock.now() + budget.ms - before.spentMs

  function launch(phase: Phase): Promise<Sample> {
    if (sent >= budget.requests) throw new Ended('requests')
    if (clock.now() > lastMoment) throw new Ended('time')
    if (failed > 10 && failed * 5 > samples.length) throw new Ended('failing')
    sent += 1
    inFlight += 1
    return send().then((answer) => {
      const sample = { ...answer, phase, round }
      inFlight -= 1
      samples.push(sample)
      if (sample.outcome === 'failed') failed += 1
      if (sample.outcome === 'refused') {
        lastRefusedAt = sample.receivedAt
        heldBackUntil = Math.max(heldBackUntil, sample.receivedAt + (sample.retryAfterMs ?? 0))
      } else if (sample.outcome === 'accepted' && sample.sentAt > lastRefusedAt) heldBackUntil = lastRefusedAt
      record?.(sample)
      wake()
      return sample
    })
  }

  async function sleepUntil(at: number): Promise<void> {
    const ms = at - clock.now()
    if (ms <= 0) return
    if (at > lastMoment) throw new Ended('time')
    await clock.sleep(ms)
  }

  async function hasRoom(): Promise<void> {
    while (inFlight >= mostInFlight) {
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }

  async function volley({ phase, count: most, paceMs, oneByOne, stopAfter }: VolleyOrder): Promise<Volley> {
    const answers: Promise<Sample>[] = []
    const tally = { accepted: 0, refused: 0 }
    const count = (sample: Sample) => {
      if (sample.outcome !== 'failed') tally[sample.outcome] += 1
      return sample
    }
    let due = clock.now()
    try {
      for (let index = 0; index < most && tally.refused < stopAfter; index += 1) {
        const answer = launch(phase).then(count)
        answers.push(answer)
        if (oneByOne) {
          await answer
          continue
        }
        due += typeof paceMs === 'number' ? paceMs : paceMs(index)
        await hasRoom()
        await sleepUntil(due)
      }
    } finally {
      await Promise.all(answers)
    }
    return { ...tally, samples: await Promise.all(answers) }
  }

  function roundTripMs(): number {
    const trips = samples.slice(-60).map((sample) => sample.receivedAt - sample.sentAt)
    trips.sort((one, other) => one - other)
    return trips[trips.length >> 1] ?? Number.POSITIVE_INFINITY
  }

  return {
    samples,
    budget,
    now: () => clock.now(),
    single: async (phase) => launch(phase),
    volley,
    rest: (ms) => {
      const asked = Math.max(ms, heldBackUntil - clock.now())
      return sleepUntil(clock.now() + Math.min(asked, budget.longestWaitMs))
    },
    until: (at) => sleepUntil(Math.min(at, clock.now() + budget.longestWaitMs)),
    roundTripMs,
  }
}
