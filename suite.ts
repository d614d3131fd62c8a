import './commands/small-heap.ts'
import { dispatch } from './commands/dispatch.ts'
import { sayLastWords, watchFailures } from './run/last-words.ts'

watchFailures(process.env)
try {
  process.exitCode = await dispatch(process.argv.slice(2), process.env)
} catch (error) {
  sayLastWords(error)
  process.exitCode = 2
}
