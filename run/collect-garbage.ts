import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Below so many bytes V8 collects soon enough by itself, and a run that holds little pays nothing. */
const much = 100 * 2 ** 20

/** Collects what the step before has let go of, where a run holds much: the next would take its room beside it. */
export function collectGarbage(held: number = process.memoryUsage().heapUsed): void {
  if (held < much) return
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}
