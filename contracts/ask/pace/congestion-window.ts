/** How many requests a scope may have under way, and what refusals have taught about it. Times in milliseconds. */
export interface CongestionWindow {
  readonly size: number
  /** Below this size the window grows with each answer. From this size on it grows with each whole window of answers. */
  readonly threshold: number
  /** The size at which the scope was refused last. */
  readonly ceiling: number
  /** How many windows of answers the step to the ceiling takes: one, or far more once the scope was refused there again. */
  readonly windows: number
  /** Answers since the last growth that came while the window was full. */
  readonly answers: number
  /** When the scope was refused last. Answers to requests sent before that say nothing about the present size. */
  readonly since: number
}

/** The windows of answers that the step to a ceiling takes at which the scope was refused twice: few runs come to that. */
const windowsToKnown = 1_024

/** Sizes that differ by no more are one limit: suite and service do not count a request as under way at the same moment. */
const sameSize = 2

/**
 * Halves the window, at first `most`, after a refusal. A limit on requests under way refuses at the same size every time: the window
 * then stays below that size. A limit on requests in a time refuses at any size: the window soon reaches its old size.
 */
export function shrunk(window: CongestionWindow | null, most: number, now: number): CongestionWindow {
  const refused = window?.size ?? most
  const again = window !== null && Math.abs(refused - window.ceiling) <= sameSize
  return {
    size: Math.max(1, Math.floor(refused / 2)),
    threshold: Math.floor((refused * 3) / 4),
    ceiling: refused,
    windows: again ? windowsToKnown : 1,
    answers: 0,
    since: now,
  }
}

/** The window after the refusal of a request that was sent at `startedAt`: one wave of refusals halves the window once. */
export function lowered(
  window: CongestionWindow | null,
  most: number,
  startedAt: number,
  now: number,
): CongestionWindow {
  return window === null || startedAt > window.since ? shrunk(window, most, now) : window
}

/** A window of one request. It grows with every answer, so that as many as before may soon be under way again. */
export function oneAtATime(most: number): CongestionWindow {
  return { size: 1, threshold: most, ceiling: most, windows: 1, answers: 0, since: 0 }
}

/** The window after an answer. `underWay` requests were under way when it came, this one included. */
export function grown(
  window: CongestionWindow,
  most: number,
  { startedAt, underWay }: { readonly startedAt: number; readonly underWay: number },
): CongestionWindow {
  if (startedAt < window.since || window.size >= most) return window
  const isSlow = window.size >= window.threshold
  // An answer that came while the window was not full does not show that a larger one would do.
  if (isSlow && underWay < window.size) return window
  const answers = window.answers + 1
  const enough = isSlow ? window.size * (window.size + 1 === window.ceiling ? window.windows : 1) : 1
  return answers < enough ? { ...window, answers } : { ...window, size: window.size + 1, answers: 0 }
}
