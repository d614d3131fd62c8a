import { type OptionTable, writtenOption } from '../run/options/option.ts'
import type { Command } from './command.ts'

const exits =
  'Exit: 0 judged, no violation but known ones; 1 a violation, or drift or parity that --fail-on names, or a known\nfinding that needs a hand; 2 no trustworthy answer, and why; 130 interrupted.'
const exitsOfOthers = 'Exit: 0 done; 2 not done, and why; 130 interrupted.'

/** Lines of two columns. Where the left text is too long for its column, the right one stands on the next line. */
export function columns(rows: readonly (readonly [left: string, right: string])[], width: number): string[] {
  return rows.flatMap(([left, right]) =>
    left.length > width ? [`  ${left}`, `  ${' '.repeat(width)}  ${right}`] : [`  ${left.padEnd(width)}  ${right}`],
  )
}

/** The options of a table, a line each. Options without a help text are left out. */
export function optionLines(table: OptionTable): readonly string[] {
  const rows = Object.entries(table).flatMap(([name, { value, help }]) =>
    help === null ? [] : [[`${writtenOption(name)} ${value}`.trimEnd(), help] as const],
  )
  return columns(rows, 28)
}

export function helpOf(name: string, { takes, summary, about = '', options, examples, judges }: Command): string {
  const groups = Object.entries(options).map(([heading, table]) => ({ heading, lines: optionLines(table) }))
  return [
    `suite ${name} ${takes}`.trimEnd(),
    '',
    `  ${summary}`,
    ...(about === '' ? [] : ['', ...about.split('\n').map((line) => `  ${line}`.trimEnd())]),
    ...groups.flatMap(({ heading, lines }) => (lines.length === 0 ? [] : ['', heading, ...lines])),
    '',
    'Examples',
    ...Object.entries(examples).flatMap(([line, does]) => [`  ${line}`, `      ${does}`]),
    ...(/\bExit [0-9]/.test(about) ? [] : ['', judges ? exits : exitsOfOthers]),
    '',
  ].join('\n')
}

export function generalHelp(commands: readonly (readonly [name: string, command: Command])[]): string {
  const rows = commands.map(([name, { takes, summary }]) => [`suite ${name} ${takes}`.trimEnd(), summary] as const)
  return [
    'suite: contract and load tests of the Platform API',
    '',
    ...columns([...rows, ['suite COMMAND --help', 'says more, with examples']], 42),
    ...columns([['suite --version', 'the version of the suite']], 42),
    '',
    'A first look: npm start (needs no settings). Against your own deployment: cp .env.example .env, fill it in,\nnpx suite check, npm run gate.',
    '',
    `${exits}\n`,
  ].join('\n')
}
