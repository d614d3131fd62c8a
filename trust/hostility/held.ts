/**
 * Loaded before `suite.ts` (--import). Writes to standard error how many bytes a run holds when a stage begins, after a garbage
 * collection. Unlike resident memory, this number depends neither on the moment nor on other processes.
 */
import { subscribe } from 'node:diagnostics_channel'
import { memoryUsage, stderr } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

subscribe('platform-api-suite.stage', (stage) => {
  collect()
  const { heapUsed, arrayBuffers } = memoryUsage()
  stderr.write(`held at ${String(stage)}: ${heapUsed + arrayBuffers}\n`)
})
