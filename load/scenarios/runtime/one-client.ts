import type { Options } from 'k6/options'
import { clearInterval, setInterval, setTimeout } from 'k6/timers'
import { emit } from './recording.ts'
import { commonOptions } from './settings.ts'

/** A real pause: unlike k6's own `sleep`, what follows does not run when the script is interrupted. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * One client: virtual users share no memory, so a second one would be sent into the wait that the first was told (O16).
 * The script ends by itself a little after its budget, should its parent be gone.
 */
export function oneClient(name: string, budgetMs: number, timeoutMs: number): Options {
  const seconds = Math.ceil((budgetMs + 2 * timeoutMs) / 1000) + 5
  return {
    ...commonOptions(),
    scenarios: {
      [name]: {
        executor: 'shared-iterations',
        vus: 1,
        iterations: 1,
        maxDuration: `${seconds}s`,
        gracefulStop: '0s',
      },
    },
  }
}

/** Runs a script's work with a sign of life every second, and says at the end that the end was reached. */
export async function withSigns(work: () => Promise<unknown>): Promise<void> {
  const beat = setInterval(() => emit({ kind: 'beat' }), 1000)
  try {
    emit({ kind: 'beat' })
    emit({ kind: 'done', end: await work() })
  } finally {
    clearInterval(beat)
  }
}
