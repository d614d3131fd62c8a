/** Milliseconds as seconds with at most one digit behind the point. */
export const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
