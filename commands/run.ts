import { stderr, stdout } from 'node:process'
import type { ExitCode } from '../evidence/results.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'
import { carryOut } from '../run/carry-out.ts'
import { watchInterruption } from '../run/interruption.ts'
import { refuseKeptByNpm } from '../run/options/kept-by-npm.ts'
import { readRunOptions, runOptionGroups, runOptions } from '../run/options/run-options.ts'
import { prepare } from '../run/prepare.ts'
import { progressWriter } from '../run/progress.ts'
import type { Variables } from '../run/settings/settings.ts'
import type { Command } from './command.ts'
import { planText } from './plan-text.ts'
import { sayResults, tellGithub } from './say-results.ts'

async function runSuite(words: readonly string[], environment: Variables): Promise<ExitCode> {
  refuseKeptByNpm(runOptions, environment, words)
  const options = readRunOptions(words)
  await using prepared = await prepare(options, environment)
  using interruption = watchInterruption()
  const { quiet } = options
  using output = progressWriter(terminalOf(stderr, quiet, environment['TERM']), prepared.redact)
  if (options.dryRun) {
    stdout.write(prepared.redact(`${planText(prepared, options.verbose).join('\n')}\n`))
    return 0
  }
  const { directory, results } = await carryOut(prepared, { interruption, output })
  // A shard is no whole run, so it has no verdict. `merge` tells GitHub the verdict on the whole.
  if (options.shard === null) tellGithub(directory, environment, prepared.redact)
  return sayResults(results, directory, { quiet, environment, settings: options.settings, redact: prepared.redact })
}

export const run: Command = {
  takes: 'nightly|gate|cutover [options]',
  summary: 'asks a deployment, judges, reports',
  about: `nightly   contracts, then load, against development
gate      contracts against development within 300 s: for release pipelines
cutover   contracts against production, where keys go with reads alone and no
          other request can change anything; load only where it is named`,
  options: runOptionGroups,
  judges: true,
  examples: {
    'npx suite run nightly --target embedded': 'tries the suite on its own service: needs no settings',
    'npx suite run gate --product Embeds,Payments': 'two products of development',
    'npx suite run gate --operation "POST /api/vote/embed/create"': 'one operation',
    'npx suite run cutover --dry-run': 'what would be sent to production; sends nothing',
  },
  run: runSuite,
}
