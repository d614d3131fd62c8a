/** How many requests a scope may have under way, and what refusals have taught about it. Times in milliseconds. */
export interface CongestionWindow {
  readonly size: number
  /** Below this size the window grows with each answer, from here on only with a whole window of answers. */
  readonly threshold: number
  /** The size at which the scope was refused last. */
  readonly ceiling: number
  /** How many windows of answers the step to the ceiling takes: doubled each time it is refused there again. */
  readonly windows: number
  /** Answers since the last growth that came while the window was full. */
  readonly answers: number
  /** When it was refused last. Answers to what was sent before say nothing about the size since. */
  readonly since: number
}

/** A scope that is refused at one size again and again tries that size at least once in so many windows. */
const mostWindows = 1_024

/** We and the service do not count a request as under way at the same moment, so one limit is met at slightly different sizes. */
const sameSize = 2

/**
 * The window after a refusal: half of it. A limit on requests under way refuses at the same size every time, so that size is
 * approached ever more slowly; a limit on requests in a time refuses at any size, and the old size is soon reached again.
 *
 * @param most The size where nothing was refused yet.
 */
export function shrunk(window: CongestionWindow | undefined, most: number, now: number): CongestionWindow {
  const refused = window?.size ?? most
  const again = window !== undefined && Math.abs(refused - window.ceiling) <= sameSize
  return {
    size: Math.max(1, Math.floor(refused / 2)),
    threshold: Math.floor((refused * 3) / 4),
    ceiling: refused,
    windows: again ? Math.min(mostWindows, window.windows * 2) : 1,
    answers: 0,
    since: now,
  }
}

/** The window after a refusal of what was sent at that time: one wave of refusals halves it once. */
export function lowered(
  window: CongestionWindow | null,
  most: number,
  startedAt: number,
  now: number,
): CongestionWindow {
  return window === null || startedAt > window.since ? shrunk(window ?? undefined, most, now) : window
}

/** One request at a time, until one is answered: then as many as before may soon be under way again. */
export function oneAtATime(most: number): CongestionWindow {
  return { size: 1, threshold: most, ceiling: most, windows: 1, answers: 0, since: 0 }
}

/**
 * The window after an answer.
 *
 * @param startedAt When the request was sent.
 * @param underWay How many requests were under way when the answer came, this one included.
 */
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
