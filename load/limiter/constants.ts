/*
 * Every number of the experiment and of the fit that is more than arithmetic. Derived numbers follow from HTTP, from how clocks
 * count, or from O17 and O18: do not change them for a better score. Tuned numbers were chosen on simulated limiters with seeds
 * below 1,000; FIGURES.md measures with other seeds. Times are milliseconds, shares are of 1.
 */

/** Numbers that follow from something outside. Do not tune them. */
export const derived = {
  /** O18: a fixed window is named only where so many recoveries agree. */
  recoveries: 5,
  /** O17: a pair counts in full only between three refused controls before it and three after it. */
  controls: 3,
  /** No arrival is known more closely: clocks count whole milliseconds, and limiters sweep by timers of about 16. */
  resolutionMs: 16,
  /** Moments this close may be one: clocks count whole milliseconds, and answers of one instant are read one after the other. */
  slackMs: 3,
  /** The first experiment and two more rounds: a third tie is no longer chance. */
  rounds: 3,
  /** A share of the last window decides in a sliding counter, so its quota is known to half a percent only. */
  counterQuotaParts: 200,
  /** Some phase and length always fit two recoveries, so the closest two are no evidence. */
  freeRecoveries: 2,
} as const

/** How requests are sent: chosen so that limits show under polite sending and under fast sending. */
export const sending = {
  /** More requests in flight would measure the client, and would not be polite. */
  inFlight: 160,
  /** The experiment ends where more requests fail than this, and more than one in `failingOneIn`: it could learn nothing. */
  failing: 10,
  failingOneIn: 5,
  /** The median round trip is taken of so many. */
  tripsKept: 60,
  /** A volley until the first refusal sends at most twice the size and so many more. */
  spare: 20,
} as const

/** The first burst: polite at first, then fast enough to be too much for a limit of 200 requests a second. */
export const burst = {
  paces: [
    { below: 40, paceMs: 4 },
    { below: 140, paceMs: 2 },
    { below: Number.POSITIVE_INFINITY, paceMs: 1 },
  ],
  requests: 1200,
  shareOfBudget: 0.4,
  /** Sizes of the groups at once, which are sent where nothing was refused. */
  groups: [16, 32, 64, 128],
  /** The burst stops after so many refusals: one may be a slip. */
  refusals: 2,
  /** Requests one by one right after the burst: a limit on requests in flight serves them. */
  singles: 6,
} as const

/** Groups at once, to recognise a limit on requests in flight. */
export const places = {
  pausesMs: [300, 0, 250, 1000, 0, 250],
  /** The first wave has so many times the best guess, and `waveMore` more. */
  waveTimes: 1.3,
  waveMore: 6,
  /** The second wave of a group: its size, and when it follows, as a share of how long a place is taken. Later for few places. */
  tail: 3,
  tailAfter: 0.4,
  tailAfterFew: 1.2,
  /** A second wave before this share of that time tells nothing: too few places would be free. */
  tailTells: 0.25,
  /** Groups agree while the largest is at most so many times the smallest, and one more. */
  spread: 1.2,
  singles: 6,
  /** At every refusal, at least this share of the places was taken. */
  company: 0.7,
  /** The second wave got in where at least one in so many of its requests was accepted. */
  lateOneIn: 6,
  /** Work is seen where accepted requests took so much longer than refused ones. */
  heldMs: 8,
  /** Requests let in at once are answered together: the slow ones take at most `apart` of the quick time longer. */
  quick: 0.2,
  slow: 0.8,
  apart: 0.8,
} as const

/** When single requests look for the first recovery. */
export const recovery = {
  /** Many services round the seconds of Retry-After: asking a little before the named moment finds the true one. */
  beforeNamed: 0.8,
  startMs: 60,
  startTrips: 1.5,
  growth: 1.4,
  drainPaceMs: 4,
  /** So much of the size came back at once: the limit gives back in bulk, unless more trickles in a little later. */
  bulkShare: 0.45,
  looseLow: 0.5,
  trickleAfter: 0.2,
  trickleShare: 0.1,
  /** When the second recovery is looked for: shares of the first one, then growing gaps. */
  secondAt: [0.3, 0.5, 0.65, 0.8, 0.95, 1.05],
  secondGrowth: 1.2,
} as const

/** Cycles for limits that give back in bulk. */
export const bulk = {
  cycles: 4,
  drain: { longestPaceMs: 15, shortestPaceMs: 1, shareOfScale: 0.04 },
  /** How far the scale is trusted: where it was measured, and where it was only guessed. */
  measured: { share: 0.5, from: 0.97, to: 1.06 },
  guessed: { from: 0.85, to: 1.15 },
  narrowed: { from: 0.95, to: 1.05 },
  /** When the second half is used: early or late in the window, plus a random part. */
  secondHalf: { early: 0.2, late: 0.55, random: 0.25 },
  /** The number of last clumps that are still looked for. */
  clumps: 4,
  /** Where a return is looked for, as shares of the stretch that it may lie in; fewer looks for small quotas. */
  steps: [0.2, 0.4, 0.6, 0.8, 1.03],
  stepsOfSmall: [0.33, 0.67, 1.03],
  stepsOfOlder: [0.5, 1.03],
  small: 12,
  smaller: 6,
  smallest: 4,
  midway: { afterStart: 0.55, late: 0.94 },
  growth: 1.2,
  startShare: 0.3,
  /** The last cycle uses everything late: it rests for so many scales, then looks at these shares. */
  lateRest: 1.3,
  lateAt: [0.3, 0.5, 0.65, 0.8, 0.93],
  lateEnd: 1.04,
  /** A further round: the rest before it, the pace of its drain, and how it looks for the first return. */
  again: { rest: 1.1, paceMs: 2, growth: 1.12, startShare: 0.3 },
} as const

/** Rounds for limits that give back bit by bit. */
export const trickle = {
  /** Enough requests were let through to know the rate: a third of the size, and at least six. */
  enough: 6,
  enoughParts: 3,
  firstWaitMs: 1000,
  shortestWaitMs: 30,
  steps: 12,
  few: 3,
  growthWhileFew: 1.6,
  growth: 1.2,
  /** Drains ask four times as fast as the limit gives back, bursts eight times. */
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
  /** A vote is over when one side leads by so many clean pairs. */
  lead: 3,
  /** The weight of a pair in which none, one or two of the six controls slipped through. */
  weights: [1, 1 / 3, 1 / 6],
  /** A vote has no result after so many pairs, or so many spoilt pairs: the limit let go between their controls. */
  pairs: 36,
  spoilt: 12,
  leadIn: { most: 60, times: 2, more: 3 },
  /** A small limit of its own: the lead that decides. Told seconds may be rounded (O16); untold ones are doubled until they serve the base. */
  own: { lead: 2, graceMs: 1000, untoldMs: 1000, longestMs: 64_000 },
  /** A limit that weighs requests serves none of so many all from what a dear one leaves. */
  left: 24,
  exhaust: { partsOfBudget: 3, polite: 40, paceMs: 4, fastMs: 2 },
  paceMs: 1,
} as const

/** How arrivals are estimated from the times of sending and receipt. */
export const arrivals = {
  /** Each way takes at least this share of the quickest round trip: the arrival is known that much more closely. */
  leastTrip: 0.25,
  /** The quickest round trip is the one that only one in so many requests beats. */
  quickOneIn: 20,
  /** A round trip above so many times the median, and above the median by so much, may have been delayed on either way. */
  slowTimes: 1.8,
  slowMoreMs: 8,
} as const

/** When a model explains a trace well enough to be named. */
export const naming = {
  /** Failed requests tell nothing: so many are allowed, and one in so many. */
  failed: 2,
  failedOneIn: 50,
  /** Answers that may disagree: so many, and one in so many. */
  mismatches: 1,
  mismatchesOneIn: 500,
  /** The next kind of limiter must disagree with at least so many answers more. */
  rivalBehind: 3,
  /** A limit that gives everything back within so many round trips, or within `shortestMs`, cannot be resolved. */
  trips: 10,
  shortestMs: 160,
  /** A sliding counter must last for so many slow round trips: trips that this share of requests is no slower than. */
  late: 0.9,
  lateTrips: 20,
  /** A recovery agrees where it is known to `agrees` of the window; it agrees closely where it is known to `closely`. */
  agrees: 0.5,
  closely: 0.15,
  /** So many agree closely, and surprise so much together (sum of −log width): more where an answer disagrees. */
  plain: { closely: 4, surprise: 5 },
  doubtful: { closely: 3, surprise: 8.5 },
  /** A block of fixed length explains all shut-outs whose lengths agree to this factor. */
  block: 1.03,
} as const

/** How parameters are searched. A finer search finds no more, and takes longer. */
export const search = {
  /** The share by which an interval is widened: clocks and searches are no finer. */
  margin: 0.003,
  /** How many windows a trace may hold. */
  windows: { fewest: 2.5, most: 80 },
  steps: { epoch: 0.002, first: 0.005, log: 0.005 },
  kept: 6,
  around: 1.2,
  closer: 10,
  /** A model is too far off for a closer look above so many mismatches, and one in so many answers. */
  hopeless: 8,
  hopelessOneIn: 40,
  widen: { first: 0.0003, furthest: 0.3, growth: 1.13, misses: 4 },
} as const

/** The search for a bucket: depth and rate at once. */
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

/** The search for a sliding counter: window and phase at once. */
export const counterSearch = {
  windows: { from: 0.5, to: 2.5 },
  /** The windows of a counter that begins with a request. Where refused requests count, the scale tells little of them. */
  fromFirst: { from: 0.2, to: 5, step: 0.005 },
  glance: { step: 0.03, phases: 20 },
  look: { step: 0.011, phases: 40 },
  /** A glance is so coarse that only half of its mismatches count. */
  glanceCounts: 2,
  unknown: 3,
  starts: 12,
  descent: { until: 0.03, shrink: 1.7, window: 0.008, phase: 0.02 },
  phasesAround: [-0.02, -0.012, -0.006, -0.003, 0, 0.003, 0.006, 0.012, 0.02],
} as const

/** The search for a bucket that is filled in steps. */
export const stepSearch = {
  /** The rate lies within so many times what was let through on the whole. */
  rates: 4,
  /** A step that fills more than this share of the bucket is hardly told from a fixed window. */
  most: 0.5,
  /** How far the depth may be from what the first burst tells. */
  depths: [0, -1, 1, -2, 2],
  /** So many buckets are tried, the likely ones first. */
  tries: 20_000,
  /** So many stretches may contradict the others. */
  slips: 2,
  /** How far the last step may be off, milliseconds. */
  resolutionMs: 50,
} as const
