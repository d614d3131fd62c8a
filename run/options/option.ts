import { UsageError } from '../../evidence/usage-error.ts'
import { knownInAnyCase, knownWord } from './nearest.ts'

/** An option of a command: parsing, help, type and suggestions come from this one row. */
export interface Option<Value> {
  /** A switch takes nothing; the others take one word, or many. */
  readonly takes: 'nothing' | 'one' | 'many'
  /** The placeholder behind the option in the help: `NAME`, `N (16)`. */
  readonly value: string
  /** The meaning, in a line; null hides the option from the help. */
  readonly help: string | null
  /** Reads the given words; none where the option was left out. Throws a `UsageError` that names `option`. */
  readonly read: (words: readonly string[], option: string) => Value
}

/** Options by the names of their values: `maxDuration` is written `--max-duration`. */
export type OptionTable = Readonly<Record<string, Option<unknown>>>

/** The values of the options of a table. */
export type ValuesOf<Table extends OptionTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Option<infer Value> ? Value : never
}

export function writtenOption(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

/** Values by the names of their options, as words of a command line. An option whose value is null is left out. */
export function optionWords(values: Readonly<Record<string, string | number | null>>): readonly string[] {
  return Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [writtenOption(name), String(value)]))
}

/** An option without a value: true where it is given. */
export function flag(help: string): Option<boolean> {
  return { takes: 'nothing', value: '', help, read: (words) => words.length > 0 }
}

/** What `read` makes of one word, or null. */
export function one<Value>(value: string, help: string, read: (word: string, option: string) => Value) {
  const ifGiven: Option<Value | null>['read'] = ([word], option) => (word === undefined ? null : read(word, option))
  return { takes: 'one', value, help, read: ifGiven } as const
}

/** One text, or null. Throws for an empty text: it comes from an unset variable, and `--out ""` would be the current folder. */
export function text(value: string, help: string): Option<string | null> {
  return one(value, help, (word, option) => {
    if (word.trim() === '') throw new UsageError(`${option} needs a ${value}, and what is given is empty`)
    return word
  })
}

/** The option of every command that reads settings. */
export const settingsFile = text('FILE', 'in place of .env; the real environment wins over both')

/** One of a few words, or null. */
export function oneOf<Word extends string>(known: readonly Word[], what: string, help: string): Option<Word | null> {
  return one(known.join('|'), help, (word) => knownWord(word, known, what))
}

/** Some words of a list; the option may be repeated, and takes commas and any case. */
export function someOf<Word extends string>(
  known: readonly Word[],
  what: string,
  help: string,
): Option<readonly Word[]> {
  const { read, ...option } = listed(known.join('|'), help)
  return { ...option, read: (words, name) => read(words, name).map((part) => knownInAnyCase(part, known, what)) }
}

/** The words between commas; `['']` where there is none, so that an unset variable alone is refused and never means everything. */
function partsOf(word: string): readonly string[] {
  const parts = word.split(',').map((part) => part.trim())
  const said = parts.filter((part) => part !== '')
  return said.length === 0 ? [''] : said
}

/** Words as given; the option may be repeated, and takes commas. */
export function listed(value: string, help: string): Option<readonly string[]> {
  return { takes: 'many', value, help, read: (words) => words.flatMap(partsOf) }
}

/** Values that `read` makes of the words; the option may be repeated. */
export function each<Value>(value: string, help: string, read: (word: string) => Value): Option<readonly Value[]> {
  return { takes: 'many', value, help, read: (words) => words.map(read) }
}

/** Units of whole numbers, by the word of the help. */
const units: Readonly<Record<string, string>> = { S: ' of seconds', MS: ' of milliseconds' }

/** A whole number within bounds, or null. `times` 1000 turns seconds into milliseconds. */
export function whole(
  { least, most, times = 1 }: { readonly least: number; readonly most: number; readonly times?: number },
  value: string,
  help: string,
): Option<number | null> {
  return one(value, help, (word, option) => {
    const number = Number(word)
    if (!/^\d+$/.test(word) || number < least || number > most) {
      const unit = units[value.split(' ', 1)[0] ?? ''] ?? ''
      throw new UsageError(`${option} takes a whole number${unit} from ${least} to ${most}, not '${word}'`)
    }
    return number * times
  })
}

/** The highest rate that a user may ask for, requests a second. */
const highestRate = 100_000

/** A rate in requests a second, or null. */
export function perSecond(help: string): Option<number | null> {
  return one('N', help, (word, option) => {
    const number = Number(word)
    if (!/^\d+(\.\d+)?$/.test(word) || number <= 0 || number > highestRate)
      throw new UsageError(`${option} takes a number above 0, to ${highestRate}, not '${word}'`)
    return number
  })
}

/** Gives an option a default value. */
export function otherwise<Value>(option: Option<Value | null>, value: Value): Option<Value> {
  return { ...option, read: (words, name) => option.read(words, name) ?? value }
}
