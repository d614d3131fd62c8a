import { UsageError } from '../../evidence/usage-error.ts'
import type { Variables } from '../settings/settings.ts'
import { type OptionTable, writtenOption } from './option.ts'

/** The scripts of package.json that start a run. */
const ownScripts = new Set(['start', 'nightly', 'gate', 'cutover'])

/** Options that npm has as well, or that its own files may set. */
const meantForNpm = new Set(['target', 'quiet', 'verbose'])
const npmsOnly = /^(prod|production|dev|development)$/

/**
 * Without ` -- ` npm keeps the options and passes none on: `--dry-run` would send everything. Throws a `UsageError` where npm kept one of
 * ours. Some it renames or knows itself (`--product`, `--target`): then only their value arrives, as the word behind the profile. `words`
 * are those after `run`.
 */
export function refuseKeptByNpm(options: OptionTable, environment: Variables, words: readonly string[] = []): void {
  const script = environment['npm_lifecycle_event'] ?? ''
  if (!ownScripts.has(script)) return
  const call = script === 'start' ? 'npm start' : `npm run ${script}`
  for (const [name, { takes }] of Object.entries(options).filter(([one]) => !meantForNpm.has(one))) {
    const option = writtenOption(name)
    const value = environment[`npm_config_${option.slice(2).replaceAll('-', '_')}`]
    if (value === undefined || value === '' || (name === 'only' && npmsOnly.test(value))) continue
    throw new UsageError(
      `npm kept ${option} for itself, and the run would not know of it: ${call} -- ${option}${takes === 'nothing' ? '' : ' …'}`,
    )
  }
  const [, alone] = words
  if (alone !== undefined && !alone.startsWith('-'))
    throw new UsageError(`'${alone}' stands alone, as npm keeps options for itself: ${call} -- --OPTION ${alone}`)
}
