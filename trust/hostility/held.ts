/**
 * Loaded before `suite.ts` (--import): says on standard error what a run holds where each of its stages begins, once all that can be
 * collected is gone. That depends on no moment and no other process, as resident memory does.
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
