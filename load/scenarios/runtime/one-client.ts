import type { Options } from 'k6/options'
import { clearInterval, setInterval, setTimeout } from 'k6/timers'
import { emit } from './recording.ts'
import { commonOptions } from './settings.ts'

/** Waits. Unlike after k6's own `sleep`, what follows does not run when the script is interrupted. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/**
 * Options for one client. Virtual users share no memory, so a second one would ask into the wait that the first was told (O16). The
 * script ends by itself a little after its budget, in case its parent is gone.
 */
export function oneClient(name: string, budgetMs: number, timeoutMs: number): Options {
  const seconds = Math.ceil((budgetMs + 2 * timeoutMs) / 1000) + 5
  return {
    ...commonOptions(),
    scenarios: {
      [name]: { executor: 'shared-iterations', vus: 1, iterations: 1, maxDuration: `${seconds}s`, gracefulStop: '0s' },
    },
  }
}

/** Runs the work of a script, and prints a sign of life every second. Prints `done` when the work reached its end. */
export async function withSigns(work: () => Promise<unknown>): Promise<void> {
  const beat = setInterval(() => emit({ kind: 'beat' }), 1000)
  try {
    emit({ kind: 'beat' })
    emit({ kind: 'done', end: await work() })
  } finally {
    clearInterval(beat)
  }
}
