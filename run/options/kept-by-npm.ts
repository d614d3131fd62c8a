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
 * ours.
 */
export function refuseKeptByNpm(options: OptionTable, environment: Variables): void {
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
}
