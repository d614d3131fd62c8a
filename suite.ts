import { enableCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'
import { keepHeapSmall, keepYoungSpaceSmall } from './commands/small-heap.ts'
import { endOnSignals } from './run/interruption.ts'
import { sayLastWords, watchFailures } from './run/last-words.ts'

// Keeps compiled code beside the packages that it came from: half of a start is compiling.
enableCompileCache(fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url)))
endOnSignals()
keepYoungSpaceSmall()
watchFailures(process.env)
try {
  const { dispatch } = await import('./commands/dispatch.ts')
  process.exitCode = await dispatch(process.argv.slice(2), process.env, keepHeapSmall)
} catch (error) {
  sayLastWords(error)
  process.exitCode = 2
}
