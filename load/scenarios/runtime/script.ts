import { clearInterval, setInterval, setTimeout } from 'k6/timers'
import { emit } from './console.ts'

/** A real pause: unlike k6's own `sleep`, what follows does not run when the script is interrupted. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

/** Runs a script's work with a sign of life every second, and says at the end that the end was reached. */
export async function script(work: () => Promise<unknown>): Promise<void> {
  const beat = setInterval(() => emit({ kind: 'beat' }), 1000)
  try {
    emit({ kind: 'beat' })
    emit({ kind: 'done', end: await work() })
  } finally {
    clearInterval(beat)
  }
}
