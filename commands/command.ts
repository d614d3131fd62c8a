import type { ExitCode } from '../evidence/results.ts'
import type { OptionTable } from '../run/options/option.ts'
import type { Variables } from '../run/settings/settings.ts'

/** One command. Its file holds everything about it, and `commands.ts` lists it. */
export interface Command {
  /** The words that may follow the command's name: `nightly|gate|cutover [options]`. */
  readonly takes: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Further help, printed as it is. */
  readonly about?: string
  /** The options by heading, as the help groups them. */
  readonly options: Readonly<Record<string, OptionTable>>
  /** What each does, by command lines that a user can copy. */
  readonly examples: Readonly<Record<string, string>>
  /** True where the exit code is the verdict on a run. */
  readonly judges?: true
  /** Returns the exit code. Throws a `UsageError` for wrong words or settings. */
  readonly run: (words: readonly string[], environment: Variables) => Promise<ExitCode>
}
