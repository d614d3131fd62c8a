import type { Profile } from '../evidence/results.ts'
import type { Budget } from './limiter/limiter.ts'

/** When a run asks for a scenario that nobody named: always, where `LOAD_THRESHOLDS` has it, or never. */
type Asked = 'always' | 'thresholds' | 'named'

/** A stretch of the load: the rate at its end as a share of the plateau's, and its length as a share of the whole. */
interface Stage {
  readonly rate: number
  readonly time: number
}

/** k6's open model: requests arrive at a rate, whatever the service makes of the ones before. */
export interface ArrivalRate {
  readonly executor: 'ramping-arrival-rate'
  /** Requests a second at the plateau unless said otherwise; null where somebody has to say it. */
  readonly ratePerSecond: number | null
  /** Seconds, ramps included, unless said otherwise. */
  readonly durationS: number
  /** The rate at the start, as a share. */
  readonly from: number
  readonly stages: readonly Stage[]
}

/** One client that decides by what it was answered. */
interface OneClient {
  readonly executor: 'shared-iterations'
}

/** All that a scenario is made of, beside its script of the same name in `load/scenarios`. */
export interface Scenario {
  /** What it finds out, in a line. */
  readonly question: string
  readonly asked: Readonly<Record<Profile, Asked>>
  readonly load: ArrivalRate | OneClient
  /** `reads`: those without path parameters and `LOAD_OPERATIONS`; `limited`: `RATE_LIMIT_OPERATION`. */
  readonly targets: 'reads' | 'limited'
  /** What it may cost; `planned`: the requests of its stages, in their time and what the last answers take. */
  readonly budget: Budget | 'planned'
  /** Whether `LOAD_THRESHOLDS` may name it. */
  readonly thresholds: boolean
  /** Whether several processes may share it, or why not. */
  readonly sharedOut: true | { readonly not: string }
  /** Whether it is told at which rate the service gave way, or even ends there. */
  readonly givesWay: 'untold' | 'told' | 'ends'
  /** Which judge reads it: what a limit did, or what was sent at a rate and how it was answered. */
  readonly judge: 'limit' | 'rate'
}

const named = { nightly: 'named', gate: 'named', cutover: 'named' } as const
const nightly = { ...named, nightly: 'always' } as const
const rate = {
  targets: 'reads',
  budget: 'planned',
  thresholds: true,
  sharedOut: true,
  givesWay: 'untold',
  judge: 'rate',
} as const

/** The scenarios, in the order in which they run: a limit is best met by a key that has rested. */
export const scenarios = {
  limits: {
    question: 'What does a limit answer, does it let go as it says, and which limiter is it?',
    asked: nightly,
    load: { executor: 'shared-iterations' },
    targets: 'limited',
    budget: { requests: 1500, ms: 75_000 },
    thresholds: false,
    sharedOut: {
      not: 'several clients that wait for one instant are a herd, which may rightly be refused again',
    },
    givesWay: 'untold',
    judge: 'limit',
  },
  smoke: {
    question: 'Does every read answer at a rate that is none?',
    asked: nightly,
    load: {
      executor: 'ramping-arrival-rate',
      ratePerSecond: 12,
      durationS: 8,
      from: 1,
      stages: [{ rate: 1, time: 1 }],
    },
    ...rate,
  },
  average: {
    question: 'How fast is it on an ordinary day?',
    asked: { ...named, nightly: 'thresholds' },
    load: {
      executor: 'ramping-arrival-rate',
      ratePerSecond: 5,
      durationS: 60,
      from: 0,
      stages: [
        { rate: 1, time: 0.1 },
        { rate: 1, time: 0.8 },
        { rate: 0, time: 0.1 },
      ],
    },
    ...rate,
  },
  stress: {
    question: 'Does it hold more than the load of an ordinary day?',
    asked: named,
    load: {
      executor: 'ramping-arrival-rate',
      ratePerSecond: null,
      durationS: 120,
      from: 0,
      stages: [
        { rate: 1, time: 0.3 },
        { rate: 1, time: 0.6 },
        { rate: 0, time: 0.1 },
      ],
    },
    ...rate,
    givesWay: 'told',
  },
  spike: {
    question: 'What does a sudden rush do to it, and does it come back?',
    asked: named,
    load: {
      executor: 'ramping-arrival-rate',
      ratePerSecond: null,
      durationS: 60,
      from: 0.1,
      stages: [
        { rate: 0.1, time: 0.3 },
        { rate: 1, time: 0.05 },
        { rate: 1, time: 0.2 },
        { rate: 0.1, time: 0.05 },
        { rate: 0.1, time: 0.4 },
      ],
    },
    ...rate,
  },
  soak: {
    question: 'Is it as fast after a long time as at the start?',
    asked: named,
    load: {
      executor: 'ramping-arrival-rate',
      ratePerSecond: null,
      durationS: 1800,
      from: 0,
      stages: [
        { rate: 1, time: 0.05 },
        { rate: 1, time: 0.9 },
        { rate: 0, time: 0.05 },
      ],
    },
    ...rate,
  },
  breakpoint: {
    question: 'At which rate does it no longer hold?',
    asked: named,
    load: {
      executor: 'ramping-arrival-rate',
      ratePerSecond: null,
      durationS: 300,
      from: 0,
      stages: [{ rate: 1, time: 1 }],
    },
    ...rate,
    givesWay: 'ends',
  },
} as const satisfies Readonly<Record<string, Scenario>>

export type ScenarioName = keyof typeof scenarios

/** Those with k6's open model. */
export type RateScenario = {
  [Name in ScenarioName]: (typeof scenarios)[Name]['load'] extends ArrivalRate ? Name : never
}[ScenarioName]

export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]

/** A scenario's row. */
export function scenario(name: ScenarioName): Scenario {
  return scenarios[name]
}

/** The arrival rate of a scenario that has one, else null. */
export function arrivalRate(name: ScenarioName): ArrivalRate | null {
  const { load } = scenario(name)
  return load.executor === 'ramping-arrival-rate' ? load : null
}

export function isScenario(name: string): name is ScenarioName {
  return Object.hasOwn(scenarios, name)
}
