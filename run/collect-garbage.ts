import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Below this many bytes V8 collects early enough by itself, and a small run pays nothing. */
const much = 100 * 2 ** 20

/** Collects the garbage of the step before, where a run holds much: the next step would need its memory in addition. */
export function collectGarbage(held: number = process.memoryUsage().heapUsed): void {
  if (held < much) return
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  collect()
}
