import { resolve } from 'node:path'
import { stderr, stdout } from 'node:process'
import { UsageError } from '../evidence/usage-error.ts'
import { findK6 } from '../load/engine/find-k6.ts'
import { scenario, scenarioNames } from '../load/registry.ts'
import { exportK6 } from '../run/export-k6.ts'
import { oneOf, optionWords, otherwise, perSecond, settingsFile, text, whole } from '../run/options/option.ts'
import { parseWords } from '../run/options/parse.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { prepare } from '../run/prepare.ts'
import type { Command } from './command.ts'

const options = {
  scenario: oneOf(scenarioNames, 'scenario', 'which; limits cannot be shared out'),
  parallelism: otherwise(whole({ least: 1, most: 64 }, 'N (2)', 'pods that share it'), 2),
  rate: perSecond('requests a second at the plateau, of all pods together'),
  duration: whole({ least: 1, most: 86_400 }, 'S', 'ramps included'),
  target: otherwise(
    oneOf(['development', 'production'], 'target', 'whose settings are taken (development)'),
    'development',
  ),
  out: text('DIR', 'where archive, manifest and page go'),
  settings: settingsFile,
}

export const exportCommand: Command = {
  takes: 'k6 --scenario NAME --out DIR [options]',
  summary: 'writes a load scenario for the k6 operator, to be run by many machines',
  about: `An archive that k6 runs, a TestRun that names it, and a page with the few kubectl commands. The key
is in none of them: the TestRun names a Secret. merge --load judges what the pods printed.
A client certificate cannot go along: k6 would keep its private key in the archive. With CLIENT_CERT_FILE use
run with --load-processes, or let a proxy in the cluster present it.`,
  options: { Options: options },
  examples: {
    'npx suite export k6 --scenario stress --rate 2000 --parallelism 4 --out stress':
      'stress from four pods, 500 requests a second each',
  },
  async run(words, environment) {
    const { values, positionals } = parseWords(words, options)
    const { scenario: name, out, settings, parallelism, rate, duration, target } = values
    if (positionals.length !== 1 || positionals[0] !== 'k6') throw new UsageError('export takes k6 and options')
    if (name === null) throw new UsageError('export k6 needs --scenario NAME')
    const { sharedOut } = scenario(name)
    if (sharedOut !== true) throw new UsageError(`${name} cannot be exported: ${sharedOut.not}`)
    if (out === null) throw new UsageError('export k6 needs --out DIR')
    const asRun = { only: 'load', scenario: name, target, settings, rate, duration, loadProcesses: parallelism }
    await using prepared = await prepare(readRunOptions(['nightly', ...optionWords(asRun)]), environment)
    const say = (line: string) => stderr.write(`${line}\n`)
    const k6 = await findK6({ k6Bin: prepared.common.k6, environment, progress: say })
    const files = await exportK6(prepared, k6, resolve(out))
    stdout.write(`${files.map((file) => `${out}/${file}`).join('\n')}\n`)
    return 0
  },
}
