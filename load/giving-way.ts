export const isLimited = (status: number) => status === 429
/** The key was refused: how fast that is says nothing of what the key would have been given. */
export const isTurnedAway = (status: number) => status === 401 || status === 403
/** 5xx, or no whole answer; neither 429 nor another 4xx. */
export const isFailed = (status: number) => status === 0 || status >= 500

/** A service gives way where more than this share of its answers are failures, or refusals of a limit. */
export const givesWay = 0.1

/** More than this share of its answers failed: more load proves nothing, and spares nobody. */
export const tooMany = 0.5
