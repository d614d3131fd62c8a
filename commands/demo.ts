import { mkdirSync, mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import type { ExitCode } from '../evidence/results.ts'
import { badNight } from '../fixtures/faults/bad-night.ts'
import { type Front, listen } from '../fixtures/front/front.ts'
import { embeddedSettings } from '../fixtures/service/credentials.ts'
import { createService } from '../fixtures/service/service.ts'
import { developmentPrefix, settingNames } from '../fixtures/settings.ts'
import { oneOf, optionWords } from '../run/options/option.ts'
import { parseWords, refusePositionals } from '../run/options/parse.ts'
import { runOptions } from '../run/options/run-options.ts'
import type { Variables } from '../run/settings/settings.ts'
import type { Command } from './command.ts'
import { run } from './run.ts'
import { planted, settingLines } from './serve.ts'

const options = { only: oneOf(['contracts', 'load'], '--only', 'one half'), out: runOptions.out }

/** The settings that reach the service. They name an empty baseline folder and history, so nothing of the team's is used. */
function settingsFor(front: Front, home: string): string {
  const common = { BASELINE_DIR: join(home, 'baseline'), HISTORY_FILE: join(home, 'history.ndjson') }
  return settingLines({ ...embeddedSettings, BASE_URL: front.url }, developmentPrefix) + settingLines(common)
}

async function showDemo(words: readonly string[], environment: Variables): Promise<ExitCode> {
  const { values, positionals } = parseWords(words, options)
  refusePositionals('demo', positionals)
  using home = mkdtempDisposableSync(join(tmpdir(), 'platform-api-suite-demo-'))
  const front = await listen(planted(await createService(), badNight))
  const settings = join(home.path, 'demo.env')
  mkdirSync(join(home.path, 'baseline'))
  writeFileSync(settings, settingsFor(front, home.path))
  const others = Object.fromEntries(Object.entries(environment).filter(([name]) => !settingNames.includes(name)))
  try {
    stdout.write(
      `A bad night: ${badNight.length} faults are planted into the reference service, and a nightly run asks it.\n`,
    )
    const code = await run.run(['nightly', ...optionWords({ settings, ...values })], others)
    // Exit 1 is what the demo promised: violations were found.
    if (code !== 1) return code
    stdout.write(
      `\nThe service is gone now, so replay meets nobody; open the report above to see what such a night looks like.\n`,
    )
    return 0
  } finally {
    await front.close()
  }
}

export const demo: Command = {
  takes: '[options]',
  summary: 'shows what a bad night looks like, on a service of its own',
  about: `Serves the reference service with ${badNight.length} planted faults, runs a nightly against it, says where
the report lies, and ends. Needs no settings and reads none. Exit 0: the faults were found.`,
  options: { Options: options },
  examples: { 'npx suite demo': 'as npm run demo: a minute' },
  run: showDemo,
}
