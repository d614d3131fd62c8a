import type { ExitCode } from '../evidence/results.ts'
import type { OptionTable } from '../run/options/option.ts'
import type { Variables } from '../run/settings/settings.ts'

/** One command: its file holds all there is to it, `commands.ts` lists it. */
export interface Command {
  /** What stands behind the command's name: `nightly|gate|cutover [options]`. */
  readonly takes: string
  /** One line, for the list of commands. */
  readonly summary: string
  /** What else there is to know, as it is printed; empty for nothing. */
  readonly about: string
  /** Its options by heading, as the help groups them. */
  readonly options: Readonly<Record<string, OptionTable>>
  /** Lines that a user can copy, and what each does. */
  readonly examples: readonly { readonly line: string; readonly does: string }[]
  /** True where its exit code is the verdict on a run. */
  readonly judges?: true
  /** Returns the exit code. Throws a `UsageError` for words or settings that are wrong. */
  readonly run: (words: readonly string[], environment: Variables) => Promise<ExitCode>
}
