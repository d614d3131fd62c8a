/** Why the experiment on a limiter sent a request. `recovery` measures when the limit lets go: it keeps no Retry-After. */
export const probePhases = ['burst', 'singles', 'groups', 'recovery', 'drain', 'shape'] as const
export type ProbePhase = (typeof probePhases)[number]
