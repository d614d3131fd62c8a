import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import type { Plan } from '../contracts/plan.ts'
import { describeProbe } from '../contracts/probe.ts'
import { redactionFor } from '../contracts/run-contracts.ts'
import type { Redact } from '../evidence/redaction/redaction.ts'
import type { ExitCode, Results } from '../evidence/results.ts'
import { census } from '../fixtures/catalog/catalog.ts'
import { summaryText } from '../reports/terminal/summary.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'
import { type Asked, askAll, circumstancesOf, searchK6 } from './asking.ts'
import { type Interruption, watchInterruption } from './interruption.ts'
import { type Prepared, prepare } from './prepare.ts'
import { progressWriter } from './progress.ts'
import {
  defaultFolder,
  deleteLeaks,
  lineFile,
  makeRunFolder,
  pointLatestTo,
  type Recording,
  writeJson,
} from './run-folder.ts'
import type { Variables } from './settings.ts'
import { resultsOf, writeReports } from './settle.ts'
import { catalogHash, newRunId, suiteVersion } from './version.ts'

/** `run`: plans, asks, judges, reports. Returns the exit code; throws a `UsageError` for wrong words and settings. */
export async function run(args: readonly string[], environment: Variables): Promise<ExitCode> {
  const prepared = await prepare(args, environment)
  const interruption = watchInterruption()
  try {
    return prepared.options.dryRun ? printPlan(prepared) : await carryOut(prepared, environment, interruption)
  } finally {
    interruption.release()
    await prepared.target.close()
  }
}

function printPlan({ plan, scenarios, redact }: Prepared): ExitCode {
  const sendable = plan.entries.filter((entry) => entry.barred === null)
  const always = sendable.filter((entry) => entry.when === null)
  const lines = plan.entries.map(({ probe, when, barred }) => {
    const word = barred !== null ? `never (${barred.cause})` : when === null ? 'always' : 'when'
    return `${word.padEnd(8)} ${describeProbe(probe)}`
  })
  const counts = [
    `${plan.questions.length} questions`,
    `${always.length} requests always`,
    `${sendable.length - always.length} more at most, as answers come`,
    `${plan.entries.length - sendable.length} that may not or cannot be sent`,
  ]
  stdout.write(
    redact(
      `${lines.join('\n')}\n\n${counts.join(', ')}; k6 scenarios: ${scenarios.join(', ') || 'none'}\nNothing was sent.\n`,
    ),
  )
  return 0
}

async function carryOut(prepared: Prepared, environment: Variables, interruption: Interruption): Promise<ExitCode> {
  const { options, redact, scenarios, common } = prepared
  const startedAt = new Date()
  const id = newRunId(startedAt, Math.random())
  const directory = resolve(options.out ?? join(defaultFolder, id))
  const output = progressWriter(options.quiet, redact)
  if (options.out !== null) makeRunFolder(directory)
  const k6 = scenarios.length === 0 ? null : await searchK6(common.k6, environment, interruption, output.line)
  if (options.out === null) makeRunFolder(directory)
  writeJson(directory, 'plan.json', prepared.plan)
  const lines = lineFile(join(directory, 'exchanges.ndjson'))
  const asked = await askAll(prepared, { id, directory, k6, lines, interruption, environment, output })
  await lines.end()
  output.end()
  const finishedAt = new Date()
  const { target, plan, catalogue } = prepared
  const recording: Recording = {
    run: {
      id,
      profile: options.profile,
      target: target.name,
      baseUrl: target.known.baseUrl,
      policy: target.policy,
      seed: prepared.seed,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      durationMs: finishedAt.getTime() - startedAt.getTime(),
      requests: asked.exchanges.length,
      suiteVersion,
      catalogHash: catalogHash(catalogue.operations),
    },
    catalog: census(catalogue.operations),
    circumstances: circumstancesOf(prepared, asked, interruption),
    unsent: asked.contracts?.unsent ?? {},
    load: asked.load?.recording ?? null,
  }
  const scan = redactionFor(target.known, prepared.seed, 2)
  return report(directory, plan, recording, asked, { options, redact, scan, environment })
}

/** GitHub shows workflow commands only where they stand in the log. */
function annotations(directory: string): string {
  const file = join(directory, 'annotations.txt')
  return existsSync(file) ? readFileSync(file, 'utf8') : ''
}

async function report(
  directory: string,
  plan: Plan,
  recording: Recording,
  asked: Asked,
  {
    options,
    redact,
    scan,
    environment,
  }: Pick<Prepared, 'options' | 'redact'> & {
    readonly scan: Redact
    readonly environment: Variables
  },
): Promise<ExitCode> {
  const write = (one: Recording): Results => {
    writeJson(directory, 'recording.json', one)
    const results = resultsOf(plan, one, asked.exchanges)
    writeReports(directory, results, asked.exchanges)
    return results
  }
  let results = write(recording)
  if (asked.contracts !== null && asked.contracts.created.all.length > 0)
    writeJson(directory, 'created.json', asked.contracts.created)
  const leaks = deleteLeaks(directory, scan)
  if (leaks.length > 0) {
    const untrustworthy = `A credential was found in ${leaks.length} files of the run, which were deleted`
    results = {
      ...results,
      run: { ...results.run, exitCode: results.run.exitCode === 130 ? 130 : 2, outcome: `${untrustworthy}.` },
    }
    if (!leaks.includes(join(directory, 'results.json'))) writeJson(directory, 'results.json', results)
  }
  pointLatestTo(directory)
  if (environment['GITHUB_ACTIONS'] === 'true') stdout.write(redact(annotations(directory)))
  const terminal = terminalOf(stdout, { quiet: options.quiet, term: process.env['TERM'] })
  stdout.write(redact(summaryText(results, { report: join(directory, 'index.html') }, terminal)))
  return results.run.exitCode
}
