import { stderr, stdout } from 'node:process'
import { leftOut } from '../contracts/settings/questions.ts'
import type { SettingStanding, TriedSetting } from '../contracts/settings/readings.ts'
import { headline } from '../evidence/causes.ts'
import { counted } from '../evidence/counted.ts'
import { type ExitCode, targetNames } from '../evidence/results.ts'
import { type EnvironmentSetting, settingLabel } from '../fixtures/settings.ts'
import { byRemedy, remedyOf, spelled } from '../reports/gaps.ts'
import { capitalised, wrapped } from '../reports/plain-text.ts'
import { styled, type Terminal, terminalOf } from '../reports/terminal/terminal.ts'
import { type CheckedSettings, checkSettings, mostRequests } from '../run/check-settings.ts'
import { watchInterruption } from '../run/interruption.ts'
import { oneOf, optionWords, otherwise, settingsFile, type ValuesOf, whole } from '../run/options/option.ts'
import { parseWords, refusePositionals } from '../run/options/parse.ts'
import { readRunOptions } from '../run/options/run-options.ts'
import { type Prepared, prepare } from '../run/prepare.ts'
import type { Variables } from '../run/settings/settings.ts'
import type { Command } from './command.ts'

const options = {
  target: otherwise(oneOf(targetNames, 'target', 'whose settings are tried (development)'), 'development'),
  settings: settingsFile,
  timeout: whole({ least: 10, most: 600_000 }, 'MS (10000)', 'for one request'),
}

/** The command line of the run that these settings are for. It has the same policy and asks the same questions. */
function runWords({ target, settings, timeout }: ValuesOf<typeof options>): readonly string[] {
  const profile = target === 'production' ? ['cutover', '--no-parity'] : ['nightly']
  return [...profile, ...optionWords({ target, settings, timeout })]
}

const words: Readonly<Record<SettingStanding, string>> = {
  works: 'works',
  wrong: 'WRONG',
  unclear: 'unclear',
  'not-asked': 'not tried',
}
const order = Object.keys(words) as readonly SettingStanding[]
const width = Math.max(...Object.values(words).map((word) => word.length)) + 2

/** The lines of a setting: what was seen and, where something is to be done, what to do. Long lines wrap. */
function settingLines({ settings, standing, seen, next }: TriedSetting, label: Label, terminal: Terminal): string[] {
  const names = settings.map(label).join(' with ')
  const head = `${words[standing].padEnd(width)}${names}: ${named(seen, label)}`
  const style = standing === 'wrong' ? 'red' : standing === 'works' ? 'green' : 'yellow'
  const indent = ' '.repeat(width)
  const [first = '', ...rest] = wrapped(head, terminal.columns, indent)
  const told = [styled(style, first.slice(0, width), terminal) + first.slice(width), ...rest]
  if (next === null) return told
  return [...told, ...wrapped(`${indent}→ ${named(next, label)}`, terminal.columns, `${indent}  `)]
}

/** Spells a setting as the environment of the target does. */
type Label = (name: EnvironmentSetting) => string

function named(sentence: string, label: Label): string {
  return sentence.replace(/\{([A-Z_]+)\}/g, (_, name: EnvironmentSetting) => label(name))
}

/** What a run with these settings could not ask, by reason, and what would change it. */
function leftOutLines({ target, plan }: Prepared): string[] {
  const all = `${counted(plan.questions.length, 'question')} of a ${plan.facts.profile}`
  const lost = leftOut(plan)
  if (lost.length === 0) return [`Of ${all} none would be left unexercised for want of a setting.`]
  const rows = byRemedy(lost).flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const { settings, remedy } = remedyOf(first, target.name)
    const change = settings.length === 0 ? '' : ` → ${remedy} ${settings.join(', ')}`
    const why = spelled(headline(first.cause) ?? first.cause, target.name)
    return [`${String(own.length).padStart(6)}  ${why}${change}`]
  })
  return [`Of ${all} ${lost.length} would be left unexercised:`, ...rows]
}

function saidOf(checked: CheckedSettings, prepared: Prepared, terminal: Terminal): string[] {
  const { target } = prepared
  const label: Label = (name) => settingLabel(name, target.name === 'development')
  const sorted = checked.tried.toSorted((one, other) => order.indexOf(one.standing) - order.indexOf(other.standing))
  const unset = target.name === 'embedded' ? [] : checked.unset.map(label)
  return [
    `check of ${target.name}, ${target.known.baseUrl} (policy ${target.policy}): ${counted(checked.requests, 'request')} of ${mostRequests} at most`,
    '',
    ...sorted.flatMap((one) => settingLines(one, label, terminal)),
    ...(unset.length === 0
      ? []
      : wrapped(`${'not set'.padEnd(width)}${unset.join(', ')}`, terminal.columns, ' '.repeat(width))),
    ...checked.left.map(({ operation, id, why }) => `${operation} made ${id}, which is still there: ${why}.`),
    '',
    ...leftOutLines(prepared).flatMap((line) => wrapped(line, terminal.columns, ' '.repeat(8))),
    '',
    verdictOf(checked),
  ]
}

function verdictOf({ tried }: CheckedSettings): string {
  const of = (standing: SettingStanding) => tried.filter((one) => one.standing === standing).length
  const rest = of('unclear') + of('not-asked')
  const untold = rest === 0 ? '' : `; ${rest} could not be told`
  if (of('wrong') > 0)
    return `${of('wrong')} of ${counted(tried.length, 'setting')} ${of('wrong') === 1 ? 'is' : 'are'} wrong${untold}.`
  return of('works') === 0
    ? 'Nothing could be told.'
    : capitalised(`${counted(of('works'), 'setting')} work${of('works') === 1 ? 's' : ''}, none is wrong${untold}.`)
}

function trialsOf({ target, selection, plan, redact, security, options: { timeout } }: Prepared, signal: AbortSignal) {
  const { known } = target
  return { known, selection, facts: plan.facts, redact, security: security.forProbes, timeoutMs: timeout, signal }
}

async function runCheck(line: readonly string[], environment: Variables): Promise<ExitCode> {
  const { values, positionals } = parseWords(line, options)
  refusePositionals('check', positionals)
  await using prepared = await prepare(readRunOptions(runWords(values)), environment)
  using interruption = watchInterruption()
  if (stderr.isTTY) stderr.write(`Trying the settings of ${prepared.target.name} …\n`)
  const checked = await checkSettings(trialsOf(prepared, interruption.signal))
  const terminal = terminalOf(stdout, false, environment['TERM'])
  stdout.write(prepared.redact(`${saidOf(checked, prepared, terminal).join('\n')}\n`))
  if (interruption.signal.aborted) return 130
  const standings = checked.tried.map(({ standing }) => standing)
  return standings.includes('wrong') || !standings.includes('works') ? 2 : 0
}

export const check: Command = {
  takes: '[options]',
  summary: 'tries the settings before the first run: which work, which do not',
  about: `Sends ${mostRequests} requests at most, one after the other: the address, each key, each known
identifier and valid body. Production is asked by reads alone. In development, where they are set,
KNOWN_PLACEMENT_ID gets one choice, and VALID_EMBED_BODY makes one embed, which is undone where
CATALOG_EXTENSION says how. Exit 0: none is wrong. 2: one is, or nothing could be told.`,
  options: { Options: options },
  examples: {
    'npx suite check': 'the settings of development, in .env',
    'npx suite check --target production': 'those of production, by reads alone',
  },
  run: runCheck,
}
