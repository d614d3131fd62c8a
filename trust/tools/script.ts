import { argv, exit, stderr, stdout } from 'node:process'
import { optionLines } from '../../commands/help.ts'
import { UsageError } from '../../evidence/usage-error.ts'
import { knownWord } from '../../run/options/nearest.ts'
import { flag, type OptionTable } from '../../run/options/option.ts'
import { type Parsed, parseWords } from '../../run/options/parse.ts'

/** A script of package.json: its help, and the options and words that it takes. */
interface Script<Table extends OptionTable> {
  /** The call of the script: `npm run count -- [DIR]`. */
  readonly call: string
  /** What the script does, and its exit codes. */
  readonly about: string
  readonly options: Table
  /** How many words the script takes beside its options. */
  readonly words: keyof typeof counts
  /** The allowed words, where only some are. */
  readonly known?: readonly string[]
}

const counts = {
  none: { least: 0, most: 0 },
  'one or none': { least: 0, most: 1 },
  one: { least: 1, most: 1 },
  any: { least: 0, most: Number.POSITIVE_INFINITY },
} as const

const help = flag('prints this, and nothing is run')

/**
 * Reads the words of a script as those of a command of the suite are read. With `--help`, prints the help and exits with 0. For a
 * wrong word, prints one sentence and exits with 2.
 */
export function scriptWords<Table extends OptionTable>(script: Script<Table>): Parsed<Table> {
  const { call, about, options, words, known } = script
  const given = argv.slice(2)
  // A closed pipe, as behind `| head`, is no failure: the script still does its other work.
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  if (given.includes('--help') || given.includes('-h')) {
    stdout.write(`${[call, '', about.trim(), '', ...optionLines({ ...options, help })].join('\n')}\n`)
    exit(0)
  }
  try {
    const parsed = parseWords(given, options)
    const { least, most } = counts[words]
    const tooMuch = parsed.positionals[most]
    if (tooMuch !== undefined) throw new UsageError(`Nothing is known to do with '${tooMuch}'`)
    if (parsed.positionals.length < least) throw new UsageError('A word is missing')
    if (known !== undefined) for (const word of parsed.positionals) knownWord(word, known, 'word')
    return parsed
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    stderr.write(`${error.message}\n${call} (--help says more)\n`)
    exit(2)
  }
}
