import './commands/small-heap.ts'
import { stdout } from 'node:process'
import { catalog } from './commands/catalog.ts'
import { rejudge, report } from './commands/rejudge.ts'
import { run } from './commands/run.ts'
import { serve } from './commands/serve.ts'
import { notYet, usage } from './commands/usage.ts'
import type { ExitCode } from './evidence/results.ts'
import { sayLastWords, watchFailures } from './run/last-words.ts'
import { knownWord } from './run/nearest.ts'
import type { Variables } from './run/settings.ts'
import { UsageError } from './run/usage-error.ts'

type Command = (args: readonly string[], environment: Variables) => Promise<ExitCode>

const commands: Readonly<Record<string, Command>> = { run, rejudge, report, catalog, serve }

async function dispatch([word, ...args]: readonly string[]): Promise<ExitCode> {
  if (word === undefined || word === '--help' || word === '-h' || word === 'help') {
    stdout.write(usage[args[0] ?? ''] ?? usage[''] ?? '')
    return word === undefined ? 2 : 0
  }
  if ((notYet as readonly string[]).includes(word)) throw new UsageError(`${word} is not built yet`)
  const name = knownWord(word, Object.keys(commands), 'command')
  if (args.includes('--help') || args.includes('-h')) {
    stdout.write(usage[name] ?? '')
    return 0
  }
  return (await commands[name]?.(args, process.env)) ?? 2
}

watchFailures()
try {
  process.exitCode = await dispatch(process.argv.slice(2))
} catch (error) {
  sayLastWords(error)
  process.exitCode = 2
}
