/*
 * Every number of the experiment and of the fit that is more than arithmetic. What is derived follows from HTTP, from how
 * clocks count or from O17 and O18, and is not to be changed for a better score. What is tuned was chosen on simulated
 * limiters with seeds below 1,000; FIGURES.md measures with others. Times are milliseconds, shares are of 1.
 */

/** Follows from something outside: not to be tuned. */
export const derived = {
  /** O18: so many recoveries must agree before a fixed window is named. */
  recoveries: 5,
  /** O17: a pair counts in full only between three refused controls and three more. */
  controls: 3,
  /** No arrival is known closer than this: clocks count in whole milliseconds, and limiters sweep by timers of about 16. */
  resolutionMs: 16,
  /** Clocks count in whole milliseconds, and answers of one instant are read one after the other. */
  slackMs: 3,
  /** The first experiment and two more rounds: a third tie is no longer chance. */
  rounds: 3,
  /** A share of the last window decides in a sliding counter, so its quota is known to half a percent only. */
  counterQuotaParts: 200,
  /** A phase and a length can always be found for two recoveries, so the closest two are no evidence. */
  freeRecoveries: 2,
} as const

/** How requests are sent; chosen so that both a polite and a fast limit show. */
export const sending = {
  /** More in flight would measure the client, and is no longer polite. */
  inFlight: 160,
  /** Too many failures to learn anything: more than this, and more than one in `failingOneIn`. */
  failing: 10,
  failingOneIn: 5,
  /** Round trips that the median is taken of. */
  tripsKept: 60,
  /** A volley until the first refusal ends at twice the size and this. */
  spare: 20,
} as const

/** The first burst: politely at first, then fast enough for 200 requests a second to be too many. */
export const burst = {
  paces: [
    { below: 40, paceMs: 4 },
    { below: 140, paceMs: 2 },
    { below: Number.POSITIVE_INFINITY, paceMs: 1 },
  ],
  requests: 1200,
  shareOfBudget: 0.4,
  /** Where nothing was refused: so many at once. */
  groups: [16, 32, 64, 128],
  /** Refusals after which it stops: one may be a slip. */
  refusals: 2,
  /** Requests one by one right after it: a limit on what is in flight serves them. */
  singles: 6,
} as const

/** Groups at once, to tell a limit on what is in flight. */
export const places = {
  pausesMs: [300, 0, 250, 1000, 0, 250],
  /** A first wave holds so many times the best guess, and this many more. */
  waveTimes: 1.3,
  waveMore: 6,
  /** The second wave of a group: its size, and when it follows, as a share of how long a place is taken: later for few. */
  tail: 3,
  tailAfter: 0.4,
  tailAfterFew: 1.2,
  /** Sent before this share of it, that wave tells nothing: too little would have come back. */
  tailTells: 0.25,
  /** Groups agree while the largest is at most so many times the smallest, and one. */
  spread: 1.2,
  singles: 6,
  /** Every refusal had company of at least this share of the places. */
  company: 0.7,
  /** The second wave got in late if at least one in so many did. */
  lateOneIn: 6,
  /** Work is seen where the accepted took this much longer. */
  heldMs: 8,
  /** Those let in at once are answered together: from the quick to the slow of them it is at most this share of the quick. */
  quick: 0.2,
  slow: 0.8,
  apart: 0.8,
} as const

/** When single requests look for the first recovery. */
export const recovery = {
  /** Seconds of Retry-After are rounded by many: asking a little before what was named finds the true moment. */
  beforeNamed: 0.8,
  startMs: 60,
  startTrips: 1.5,
  growth: 1.4,
  drainPaceMs: 4,
  /** As much of the size came back at once: it comes back in bulk, unless more of it trickles a little later. */
  bulkShare: 0.45,
  looseLow: 0.5,
  trickleAfter: 0.2,
  trickleShare: 0.1,
  /** The second one, as shares of the first, then at growing gaps. */
  secondAt: [0.3, 0.5, 0.65, 0.8, 0.95, 1.05],
  secondGrowth: 1.2,
} as const

/** Cycles for limits that give back in bulk. */
export const bulk = {
  cycles: 4,
  drain: { longestPaceMs: 15, shortestPaceMs: 1, shareOfScale: 0.04 },
  /** How far the scale is trusted where it was measured, and where it was only guessed. */
  measured: { share: 0.5, from: 0.97, to: 1.06 },
  guessed: { from: 0.85, to: 1.15 },
  narrowed: { from: 0.95, to: 1.05 },
  /** When the second half is used: early or late in the window, and a random part more. */
  secondHalf: { early: 0.2, late: 0.55, random: 0.25 },
  /** Clumps that are still looked for. */
  clumps: 4,
  /** Where a return is looked for, as shares of the stretch that it may lie in; fewer for small quotas. */
  steps: [0.2, 0.4, 0.6, 0.8, 1.03],
  stepsOfSmall: [0.33, 0.67, 1.03],
  stepsOfOlder: [0.5, 1.03],
  small: 12,
  smaller: 6,
  smallest: 4,
  midway: { afterStart: 0.55, late: 0.94 },
  growth: 1.2,
  startShare: 0.3,
  /** The last cycle uses everything late: a rest of so many scales, then looks at these shares. */
  lateRest: 1.3,
  lateAt: [0.3, 0.5, 0.65, 0.8, 0.93],
  lateEnd: 1.04,
  /** A further round: the rest before it, how fast it drains and how it looks for the first return. */
  again: { rest: 1.1, paceMs: 2, growth: 1.12, startShare: 0.3 },
} as const

/** Rounds for limits that give back bit by bit. */
export const trickle = {
  /** Enough was let through to know the rate: a third of the size, and at least six. */
  enough: 6,
  enoughParts: 3,
  firstWaitMs: 1000,
  shortestWaitMs: 30,
  steps: 12,
  few: 3,
  growthWhileFew: 1.6,
  growth: 1.2,
  /** Drains ask four times as fast as it comes back, bursts eight times. */
  drainMs: 250,
  drainPaceMs: 5,
  burstMs: 125,
  burstPaceMs: 5,
  sizes: 3,
  spare: 40,
  rest: 1.15,
  restRandom: 0.5,
  halfRest: 0.5,
  looks: [0.8, 0.6],
  looksAgain: [0.9, 0.7],
  looksSteps: 6,
  lastSteps: 5,
  early: 0.3,
} as const

/** Votes on whom a limit concerns. */
export const scope = {
  /** A vote is over when one side leads by so many clean pairs … */
  lead: 3,
  /** … and pairs count less in which one or two of the six controls slipped through. */
  weights: [1, 1 / 3, 1 / 6],
  /** It cannot be told after so many pairs, or when so many were spoilt by a limit that let go between the controls. */
  pairs: 36,
  spoilt: 12,
  leadIn: { most: 60, times: 2, more: 3 },
  exhaust: { partsOfBudget: 3, polite: 40, paceMs: 4, fastMs: 2 },
  paceMs: 1,
} as const

/** How arrivals are read from the times of sending and receipt. */
export const arrivals = {
  /** Each way takes at least this share of the quickest round trip: that much closer the arrival is known. */
  leastTrip: 0.25,
  /** The quickest is the one that one in so many is as quick as. */
  quickOneIn: 20,
  /** A round trip so many times the median, and so much longer, may have been delayed on either way. */
  slowTimes: 1.8,
  slowMoreMs: 8,
} as const

/** When a model explains a trace well enough to be named. */
export const naming = {
  /** Failed requests tell nothing: at most so many, and one in so many. */
  failed: 2,
  failedOneIn: 50,
  /** Answers that may disagree: one, and one in so many. */
  mismatches: 1,
  mismatchesOneIn: 500,
  /** The next kind of limiter must disagree with so many more. */
  rivalBehind: 3,
  /** What gives everything back within so many round trips, or so short a time, cannot be resolved. */
  trips: 10,
  shortestMs: 160,
  /** A sliding counter is so many times as long as the round trip that this share is no slower than. */
  late: 0.9,
  lateTrips: 20,
  /** A recovery agrees when it is known to that share of the window, closely when to that one. */
  agrees: 0.5,
  closely: 0.15,
  /** So many agree closely, and are together so surprising (sum of −log width): more where an answer disagrees. */
  plain: { closely: 4, surprise: 5 },
  doubtful: { closely: 3, surprise: 8.5 },
  /** A block of fixed length explains all shut-outs that agree to this. */
  block: 1.03,
} as const

/** How parameters are searched; finer finds no more and takes longer. */
export const search = {
  /** What an interval is widened by, as a share: clocks and searches are no finer. */
  margin: 0.003,
  /** A trace holds between so few and so many windows. */
  windows: { fewest: 2.5, most: 80 },
  steps: { epoch: 0.002, first: 0.005, log: 0.005 },
  kept: 6,
  around: 1.2,
  closer: 10,
  /** So far off that a closer look is not worth it: so many mismatches, and one in so many answers. */
  hopeless: 8,
  hopelessOneIn: 40,
  widen: { first: 0.0003, furthest: 0.3, growth: 1.13, misses: 4 },
} as const

/** The same for a bucket: depth and rate at once. */
export const bucketSearch = {
  rates: 4,
  coarse: 0.02,
  depths: [0, 1, -1, 2, -2, 4, -4, 7, -7],
  kept: 4,
  around: 1.025,
  fine: 0.002,
  closeDepths: 17,
  edgeSteps: 150,
  edgeMisses: 5,
  depthsAround: 20,
} as const

/** The same for a sliding counter: window and phase at once. */
export const counterSearch = {
  windows: { from: 0.5, to: 2.5 },
  glance: { step: 0.03, phases: 20 },
  look: { step: 0.011, phases: 40 },
  /** A glance is so coarse that only half of its mismatches count. */
  glanceCounts: 2,
  unknown: 3,
  starts: 12,
  descent: { until: 0.03, shrink: 1.7, window: 0.008, phase: 0.02 },
  phasesAround: [-0.02, -0.012, -0.006, -0.003, 0, 0.003, 0.006, 0.012, 0.02],
} as const

/** The same for a bucket that is filled in steps, near one that is filled steadily. */
export const stepSearch = {
  around: 1.4,
  depths: 4,
  /** How far the last step may be off, milliseconds. */
  resolutionMs: 50,
} as const
