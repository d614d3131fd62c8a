export const isLimited = (status: number) => status === 429
/** True where the service refused the key. The time of such an answer says nothing of the time that a good key would see. */
export const isTurnedAway = (status: number) => status === 401 || status === 403
/** True for 5xx (500 and above) and for no whole answer (0); false for 429 and every other 4xx. */
export const isFailed = (status: number) => status === 0 || status >= 500

/** A service gives way where failures, or refusals of a limit, are more than this share of its answers. */
export const toleratedShare = 0.1

/** A scenario ends where more than this share of its answers failed: more load proves nothing then, and only does harm. */
export const tooMany = 0.5
