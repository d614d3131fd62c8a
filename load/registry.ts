import type { Profile } from '../evidence/results.ts'
import type { Budget } from './limiter/limiter.ts'

/** When a run asks for a scenario that nobody named: always; only where `LOAD_THRESHOLDS` has it; or never, unless it is named. */
type Asked = 'always' | 'thresholds' | 'named'

/** A stretch of the load: the rate at its end, as a share of the plateau's rate; and its length, as a share of the whole time. */
interface Stage {
  readonly rate: number
  readonly time: number
}

/** k6's open model: requests arrive at a rate, whatever the service does with the ones before. */
export interface ArrivalRate {
  /** Requests a second at the plateau, unless the user names another rate; null where the user has to name one. */
  readonly ratePerSecond: number | null
  /** Seconds, ramps included, unless the user names another duration. */
  readonly durationS: number
  /** The rate at the start, as a share of the plateau's rate. */
  readonly from: number
  readonly stages: readonly Stage[]
}

/** All facts of a scenario, beside its script of the same name in `load/scenarios`. */
export interface Scenario {
  readonly asked: Readonly<Record<Profile, Asked>>
  /**
   * How fast the scenario asks the reads that load may ask, with those of `LOAD_OPERATIONS`. Without it one client asks
   * `RATE_LIMIT_OPERATION` alone, as fast as it decides by the answers that it gets.
   */
  readonly load?: ArrivalRate
  /** What the scenario may cost. @default the requests of its stages, in their time and the time of the last answers */
  readonly budget?: Budget
  /** True where several processes may share the scenario, else why not. */
  readonly sharedOut: true | { readonly not: string }
  /** Whether the result tells at which rate the service gave way. With `ends`, the scenario even ends there. */
  readonly givesWay: 'untold' | 'told' | 'ends'
  /** True where failures in the rush do not end the scenario: its question is whether the service comes back. */
  readonly ridesOut?: true
}

const named = { nightly: 'named', gate: 'named', cutover: 'named' } as const
const nightly = { ...named, nightly: 'always' } as const
const arriving = { ratePerSecond: null, from: 0 } as const
const rate = { sharedOut: true, givesWay: 'untold' } as const

/** A ramp up to the rate, a plateau, a ramp down. Each length is a share of the whole time. */
const upAndDown = (up: number, plateau: number, down: number) =>
  [
    { rate: 1, time: up },
    { rate: 1, time: plateau },
    { rate: 0, time: down },
  ] as const

/** The scenarios in the order in which they run. Limits come first: a limit is best met by a key that has rested. */
export const scenarios = {
  /** What does a limit answer, does it let go when it says so, and which limiter is it? */
  limits: {
    asked: nightly,
    budget: { requests: 1500, ms: 75_000 },
    sharedOut: { not: 'several clients that wait for one instant are a herd, which may rightly be refused again' },
    givesWay: 'untold',
  },
  /** Does every read answer, at a rate that is no load? */
  smoke: {
    asked: nightly,
    load: { ...arriving, ratePerSecond: 12, durationS: 8, from: 1, stages: [{ rate: 1, time: 1 }] },
    ...rate,
  },
  /** How fast is the service on an ordinary day? */
  average: {
    asked: { ...named, nightly: 'thresholds' },
    load: { ...arriving, ratePerSecond: 5, durationS: 60, stages: upAndDown(0.1, 0.8, 0.1) },
    ...rate,
  },
  /** Does the service hold more than the load of an ordinary day? */
  stress: {
    asked: named,
    load: { ...arriving, durationS: 120, stages: upAndDown(0.3, 0.6, 0.1) },
    ...rate,
    givesWay: 'told',
  },
  /** What does a sudden rush do to the service, and does the service come back? */
  spike: {
    asked: named,
    load: {
      ...arriving,
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
    ridesOut: true,
  },
  /** Is the service as fast after a long time as at the start? */
  soak: { asked: named, load: { ...arriving, durationS: 1800, stages: upAndDown(0.05, 0.9, 0.05) }, ...rate },
  /** At which rate does the service no longer hold? */
  breakpoint: {
    asked: named,
    load: { ...arriving, durationS: 300, stages: [{ rate: 1, time: 1 }] },
    ...rate,
    givesWay: 'ends',
  },
} as const satisfies Readonly<Record<string, Scenario>>

export type ScenarioName = keyof typeof scenarios

/** The scenarios that ask the reads at an arrival rate. */
export type RateScenario = {
  [Name in ScenarioName]: (typeof scenarios)[Name] extends { readonly load: ArrivalRate } ? Name : never
}[ScenarioName]

export const scenarioNames = Object.keys(scenarios) as readonly ScenarioName[]

/** A scenario's place among all, from 1. */
export const placeOf = (name: ScenarioName) => scenarioNames.indexOf(name) + 1

export const scenario = (name: ScenarioName): Scenario => scenarios[name]

/** True where the scenario asks on purpose for more than the service may serve. */
export function overloads(name: ScenarioName): boolean {
  const { givesWay, ridesOut } = scenario(name)
  return givesWay !== 'untold' || ridesOut === true
}

export const arrivalRate = (name: RateScenario): ArrivalRate => scenarios[name].load

export const isScenario = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name)

export function isRateScenario(name: string): name is RateScenario {
  return isScenario(name) && scenario(name).load !== undefined
}
