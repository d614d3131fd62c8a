import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { stderr, stdout } from 'node:process'
import type { Finding } from '../evidence/finding.ts'
import type { ExitCode, TargetName } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import { present } from '../reports/plain-text.ts'
import { beforeAll } from '../reports/reproduction.ts'
import { terminalOf } from '../reports/terminal/terminal.ts'
import { watchInterruption } from '../run/interruption.ts'
import { flag, settingsFile } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import type { Prepared } from '../run/prepare.ts'
import { progressWriter } from '../run/progress.ts'
import { readRun } from '../run/read-run.ts'
import { replay as askAgain, type Replayed } from '../run/replay.ts'
import { latestRun } from '../run/run-folder.ts'
import type { Variables } from '../run/settings/settings.ts'
import type { Command } from './command.ts'

const options = { settings: settingsFile, quiet: flag('the answer and nothing else') }

/** The exit code, and the answer in lines for a person. */
function answerOf(
  { before, now, worse, stopped, requests }: Replayed,
  target: TargetName,
): readonly [code: ExitCode, ...lines: string[]] {
  if (stopped !== null) return [2, `CANNOT TELL  ${stopped}`]
  if (now === null) return [2, 'CANNOT TELL  The settings of now leave nothing to ask of it.']
  const sides = present(
    now.expected !== null && `  expected  ${now.expected}`,
    now.observed !== null && `  observed  ${now.observed}`,
    ...[beforeAll([now], { target }), now.reproduce].map((line) => line !== null && `  by hand   ${line}`),
  )
  if (now.verdict === 'violation') return [1, `STILL THERE  ${now.message}`, ...sides]
  if (now.verdict === 'pass') {
    const was = before.verdict === 'pass' ? 'as it did before' : `its verdict was ${before.verdict}`
    const others = worse.map(({ id, check, message }) => `  but now   ${check} (${id}): ${message}`)
    return [0, `PASSES NOW  ${was}; ${requests} requests`, ...others]
  }
  return [2, `CANNOT TELL  ${now.verdict}: ${now.message}`, ...sides]
}

function announcement({ check, operation, id }: Finding, { target }: Prepared, recordedAt: string): string {
  const at = target.known.baseUrl
  const elsewhere = at === recordedAt || target.name === 'embedded' ? '' : ` (recorded at ${recordedAt})`
  return `${id}: asks ${check} of ${operation ?? 'the run'} again at ${at}${elsewhere}`
}

async function run(words: readonly string[], environment: Variables): Promise<ExitCode> {
  const { values, positionals } = parseWords(words, options)
  const [id, directory, ...rest] = positionals
  if (id === undefined || !/^[0-9a-f]{12}$/.test(id) || rest.length > 0) {
    throw new UsageError(
      'replay takes the identifier of a finding (12 hex digits, as reports show it) and a run folder',
    )
  }
  if (directory === undefined && !existsSync(latestRun)) {
    throw new UsageError(`There is no last run in ${latestRun}: name the run folder behind the identifier`)
  }
  const recorded = await readRun(resolve(directory ?? latestRun))
  using interruption = watchInterruption()
  let redact = (text: string) => text
  const { settings, quiet } = values
  const begin = (finding: Finding, prepared: Prepared) => {
    redact = prepared.redact
    if (!quiet) stdout.write(redact(`${announcement(finding, prepared, recorded.recording.run.baseUrl)}\n`))
    return progressWriter(terminalOf(stderr, quiet, environment['TERM']), redact)
  }
  const replayed = await askAgain(id, recorded, { settings, environment }, interruption, begin)
  const [code, ...lines] = answerOf(replayed, recorded.recording.run.target)
  stdout.write(redact(`${lines.join('\n')}\n`))
  return interruption.signal.aborted ? 130 : code
}

export const replay: Command = {
  takes: 'FINDING_ID [RUN_DIR]',
  summary: 'asks one finding again: still there, fixed, or cannot tell',
  about: `Sends the finding's own requests and what they are compared with, to the address that is set now.
Exit 1: still there. 0: it passes now. 2: cannot tell. RUN_DIR is reports/out/latest unless given.`,
  options: { Options: options },
  examples: { 'npx suite replay 090649fb3478': 'a finding of the last run' },
  run,
}
