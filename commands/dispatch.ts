import { stdout } from 'node:process'
import { type ExitCode, profiles } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { knownWord } from '../run/options/nearest.ts'
import type { Variables } from '../run/settings/settings.ts'
import { suiteVersion } from '../run/version.ts'
import type { Command } from './command.ts'
import { type CommandName, commands } from './commands.ts'
import { generalHelp, helpOf } from './help.ts'

const names = Object.keys(commands) as CommandName[]
const first = [...names, '--help', '--version'] as const

async function helpOfAll(): Promise<string> {
  return generalHelp(await Promise.all(names.map(async (name) => [name, await commands[name]()] as const)))
}

/**
 * Hands the words of a command line to their command. Returns the exit code; throws a `UsageError` for wrong words. `loaded` is called
 * before the command runs, when all its code is loaded; help and version do not call it.
 */
export async function dispatch(
  [word, ...words]: readonly string[],
  environment: Variables,
  loaded: () => void = () => {},
): Promise<ExitCode> {
  if (word === undefined) {
    stdout.write(await helpOfAll())
    return 2
  }
  if (word === '--version') {
    stdout.write(`${suiteVersion}\n`)
    return 0
  }
  const asksForHelp = ['help', '--help', '-h'].includes(word)
  if (profiles.some((profile) => profile === word))
    throw new UsageError(`There is no command '${word}': did you mean 'run ${word}'?`)
  const name = knownWord(asksForHelp ? (words[0] ?? '--help') : word, first, 'command')
  if (name === '--help' || name === '--version') {
    stdout.write(await helpOfAll())
    return 0
  }
  const command: Command = await commands[name]()
  if (asksForHelp || words.includes('--help') || words.includes('-h')) {
    stdout.write(helpOf(name, command))
    return 0
  }
  loaded()
  return command.run(words, environment)
}
