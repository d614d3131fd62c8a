import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { stderr, stdout } from 'node:process'
import { isDeepStrictEqual } from 'node:util'

/**
 * Writes trust/MUTATION.md from the report of the last `npm run test:mutation`: the score of each file that was drawn, and every mutant that
 * no test noticed. After a run that `--mutate` narrowed, the table stays as it is. Exit 1 where too few were noticed, 2 where there is no
 * report.
 */
const report = new URL('../../reports/out/mutation/mutation.json', import.meta.url)
const table = new URL('../MUTATION.md', import.meta.url)
const configuration = new URL('../../stryker.config.mjs', import.meta.url)

interface Place {
  readonly line: number
  readonly column: number
}

/** A mutant, in the names of Stryker's report schema. */
interface Mutant {
  readonly mutatorName: string
  readonly replacement?: string
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError' | 'CompileError'
  readonly location: { readonly start: Place; readonly end: Place }
}

interface MutatedFile {
  readonly source: string
  readonly mutants: readonly Mutant[]
}

/** With a smaller share, in per cent, the command fails. Stryker would fail before the table is written. */
const fewest = 85

const isNoticed = ({ status }: Mutant) => status === 'Killed' || status === 'Timeout'
const isMissed = ({ status }: Mutant) => status === 'Survived' || status === 'NoCoverage'

/** How many of a hundred changes were noticed; NaN where there was none. */
function percentOf(mutants: readonly Mutant[]): number {
  const noticed = mutants.filter(isNoticed).length
  return (100 * noticed) / (noticed + mutants.filter(isMissed).length)
}

function shareOf(mutants: readonly Mutant[]): string {
  const percent = percentOf(mutants)
  return Number.isNaN(percent) ? 'none' : `${percent.toFixed(1)} %`
}

function row(name: string, mutants: readonly Mutant[]): string {
  const count = (...statuses: readonly Mutant['status'][]) =>
    mutants.filter(({ status }) => statuses.includes(status)).length
  return `| ${name} | ${shareOf(mutants)} | ${count('Killed')} | ${count('Timeout')} | ${count('Survived')} | ${count('NoCoverage')} |`
}

/** A text as Markdown code on one line, at most 70 characters long. */
function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const shown = line.length > 70 ? `${line.slice(0, 69)}…` : line
  return shown.includes('`') ? `\`\` ${shown} \`\`` : `\`${shown}\``
}

/** The source text that a mutant replaces; of several lines the first, with an ellipsis. */
function original(lines: readonly string[], { start, end }: Mutant['location']): string {
  const first = lines[start.line - 1] ?? ''
  return start.line === end.line ? first.slice(start.column - 1, end.column - 1) : `${first.slice(start.column - 1)} …`
}

function survivors([name, { source, mutants }]: readonly [string, MutatedFile]): readonly string[] {
  const lines = source.split('\n')
  const missed = mutants
    .filter(isMissed)
    .toSorted(({ location: { start: one } }, { location: { start: other } }) =>
      one.line === other.line ? one.column - other.column : one.line - other.line,
    )
  if (missed.length === 0) return []
  const told = missed.map(({ location, replacement = '', status }) => {
    const unseen = status === 'NoCoverage' ? ', reached by no test' : ''
    return `- ${location.start.line}: ${code(original(lines, location))} → ${code(replacement)}${unseen}`
  })
  return ['', `### ${name}`, '', ...told]
}

if (!existsSync(report)) {
  stderr.write('There is no report of a run of npm run test:mutation.\n')
  process.exit(2)
}
const { files, config } = JSON.parse(readFileSync(report, 'utf8')) as {
  files: Readonly<Record<string, MutatedFile>>
  config: { readonly mutate: readonly string[] }
}
const { default: drawn, draw } = (await import(configuration.href)) as {
  default: { readonly mutate: readonly string[] }
  draw: { readonly seed: string; readonly of: number }
}
if (!isDeepStrictEqual(config.mutate, drawn.mutate)) {
  stdout.write(`Only ${config.mutate.join(', ')} was tried: trust/MUTATION.md stays as it is.\n`)
  process.exit(0)
}
const mutated = Object.entries(files)
  .filter(([, { mutants }]) => mutants.some((mutant) => isNoticed(mutant) || isMissed(mutant)))
  .toSorted(([one], [other]) => one.localeCompare(other))
const all = mutated.flatMap(([, { mutants }]) => mutants)
const ignored = Object.values(files).flatMap(({ mutants }) => mutants.filter(({ status }) => status === 'Ignored'))
const text = [
  '# Mutation testing',
  '',
  '`npm run test:mutation` draws some files of the judges of contracts and load, of what a run learns, of the policy, the redaction, the',
  'gate and the Retry-After reader (`stryker.config.mjs`), changes them one place at a time, and runs the unit tests beside them',
  '(`vitest.mutation.config.ts`). What no test notices *survives*. Below 85 % the command fails. All files in one run take several hours,',
  'so each day (UTC) draws others; `MUTATION_SEED` repeats a draw.',
  '',
  `Left out: ${ignored.length} changes of constants that are read once, when a file is loaded (the reason stands in the configuration). A`,
  'second run in the same clone tries only what has changed since.',
  '',
  `Written on ${new Date().toISOString().slice(0, 10)}, seed ${draw.seed}, ${drawn.mutate.length} of ${draw.of} files: ${shareOf(all)} of ${all.filter((mutant) => isNoticed(mutant) || isMissed(mutant)).length} changes were noticed.`,
  '',
  '| file | score | killed | ran out of time | survived | reached by no test |',
  '|---|---|---|---|---|---|',
  ...mutated.map(([name, { mutants }]) => row(`\`${name}\``, mutants)),
  row('together', all),
  '',
  '## Survivors',
  '',
  'Many are of four kinds: what stands behind `??` and `?.` for the compiler alone, so that no input reaches it; a',
  'condition whose other side another rule decides alike (a list that is empty, a verdict that is sorted behind a graver one); a',
  'border that nothing stands on (`>` or `>=` where the two never meet); and words of `expected` and `observed` that only a',
  'contrived answer shows. The rest is work: each line here is a test that is missing.',
  ...mutated.flatMap(survivors),
  '',
].join('\n')
writeFileSync(table, text)
stdout.write(`trust/MUTATION.md: ${shareOf(all)}\n`)
if (percentOf(all) < fewest) process.exitCode = 1
