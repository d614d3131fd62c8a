import { parseArgs } from 'node:util'
import { UsageError } from '../../evidence/usage-error.ts'
import { knownWord } from './nearest.ts'
import { type OptionTable, type ValuesOf, writtenOption } from './option.ts'

/** The raw value of each option, by its name without dashes. */
type Given = Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>

/** The words behind a command, as values and positionals. */
export interface Parsed<Table extends OptionTable> {
  readonly values: ValuesOf<Table>
  readonly positionals: readonly string[]
}

/** Reads the words behind a command. Throws a `UsageError`; for an unknown option it names the nearest one. */
export function parseWords<Table extends OptionTable>(words: readonly string[], table: Table): Parsed<Table> {
  const written = Object.keys(table).map(writtenOption)
  for (const word of words) {
    if (word === '--') break
    const name = word.split('=', 1)[0] ?? word
    if (name.startsWith('--')) knownWord(name, [...written, '--help'], 'option')
    else if (/^-[A-Za-z]/.test(name))
      throw new UsageError(`There is no option '${name}': options begin with two dashes`)
  }
  const { values, positionals } = parsed(words, table)
  const read = Object.entries(table).map(([name, option]) => {
    const asWritten = writtenOption(name)
    const given = values[asWritten.slice(2)]
    return [name, option.read(given === undefined ? [] : [given].flat().map(String), asWritten)] as const
  })
  return { values: Object.fromEntries(read) as ValuesOf<Table>, positionals }
}

function parsed(words: readonly string[], table: OptionTable): { values: Given; positionals: readonly string[] } {
  const options = Object.entries(table).map(([name, { takes }]) => [
    writtenOption(name).slice(2),
    { type: takes === 'nothing' ? ('boolean' as const) : ('string' as const), multiple: takes === 'many' },
  ])
  try {
    return parseArgs({ args: [...words], options: Object.fromEntries(options), strict: true, allowPositionals: true })
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    // The value is missing, or begins with a dash, as a negative number does.
    const [, name] = /^Option '--([\w-]+)(?: <value>)?' argument (?:missing|is ambiguous)/.exec(message) ?? []
    const lacking = Object.entries(table).find(([one]) => writtenOption(one) === `--${name}`)
    if (lacking !== undefined) throw new UsageError(`--${name} needs a value: --${name} ${lacking[1].value}`)
    throw new UsageError(message.split(/\. |\n/)[0] ?? message)
  }
}

/** Throws a `UsageError` for a word that belongs to no option, where a command takes none. */
export function refusePositionals(command: string, [word]: readonly string[]): void {
  if (word !== undefined)
    throw new UsageError(`${command} takes no '${word}': npx suite ${command} --help shows what it takes`)
}
