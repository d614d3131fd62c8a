import { existsSync, readFileSync, statSync } from 'node:fs'
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
import { type Asked, askAll, circumstancesOf, searchK6 } from '../run/ask.ts'
import { type Interruption, watchInterruption } from '../run/interruption.ts'
import { resultsOf, writeReports } from '../run/judge.ts'
import { type Judgeable, withoutLeaks } from '../run/leaks.ts'
import { type Prepared, prepare } from '../run/prepare.ts'
import { progressWriter } from '../run/progress.ts'
import { defaultFolder, lineFile, makeRunFolder, pointLatestTo, type Recording, writeJson } from '../run/run-folder.ts'
import type { Variables } from '../run/settings.ts'
import { catalogHash, newRunId, suiteVersion } from '../run/version.ts'

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
  const lines = lineFile(join(directory, 'exchanges.ndjson'), () =>
    interruption.interrupt('the recording cannot be written'),
  )
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

/** Where the page to open is, where there is one: it may have been deleted, or not been written. */
function pageIn(directory: string): string {
  const path = join(directory, 'index.html')
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? path : 'none, index.html is not there'
}

/** Judges what was asked and writes it; a report that cannot be written makes the whole run one that is not to be trusted. */
function settle(directory: string, { plan, recording, exchanges }: Judgeable): Results {
  writeJson(directory, 'recording.json', recording)
  const results = resultsOf(plan, recording, exchanges)
  const unwritten = writeReports(directory, results, exchanges)
  if (unwritten.length === 0) return results
  const circumstances = { ...recording.circumstances, spoiled: unwritten.join('; ') }
  const spoiled = resultsOf(plan, { ...recording, circumstances }, exchanges)
  writeReports(directory, spoiled, exchanges)
  return spoiled
}

function report(
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
): ExitCode {
  const judgeable = { plan, recording, exchanges: asked.exchanges }
  const settled = settle(directory, judgeable)
  if (asked.contracts !== null && asked.contracts.created.all.length > 0)
    writeJson(directory, 'created.json', asked.contracts.created)
  const results = withoutLeaks(directory, judgeable, scan) ?? settled
  pointLatestTo(directory)
  if (environment['GITHUB_ACTIONS'] === 'true') stdout.write(redact(annotations(directory)))
  const terminal = terminalOf(stdout, { quiet: options.quiet, term: process.env['TERM'] })
  stdout.write(redact(summaryText(results, { report: pageIn(directory) }, terminal)))
  return results.run.exitCode
}
