import type { Framework } from './framework.ts'
import { bugOf, type FrameworkOutcome, isAmiss } from './outcome.ts'
import { type Variant, variantText } from './trial.ts'

/** The outcomes of one framework. */
export interface PageRow {
  readonly framework: Framework
  readonly outcomes: readonly FrameworkOutcome[]
  /** Why the framework could not be had, or null. */
  readonly absent: string | null
  /** Variants that were not run, for lack of time. */
  readonly left: readonly Variant[]
  readonly ms: number
}

const short = (text: string) => (text.length > 110 ? `${text.slice(0, 110)}…` : text).replaceAll('|', '/')

/** The outcome of a trial in words, for the terminal and the page. */
export function sentence({ trial, word, strays, said }: FrameworkOutcome): string {
  const { results, exitCode, ms } = trial
  const counts = results?.summary
  const shown =
    counts === undefined
      ? short(trial.output.trim().split('\n').at(-1) ?? '')
      : `${counts.pass} pass, ${counts.violation} violations, ${counts.inconclusive} inconclusive, ${counts['not-exercised']} not exercised`
  const more = [
    ...strays
      .slice(0, 4)
      .map((one) => `  stray: ${one.check} ${one.operation} ${one.cause}: ${short(one.observed ?? one.message)}`),
    ...said
      .slice(0, 4)
      .map(
        (one) =>
          `  said: ${one.check} ${one.operation} ${one.verdict} ${one.cause}: ${short(one.observed ?? one.message)}`,
      ),
  ]
  return [
    `${word} (${shown}; exit ${exitCode}, ${(ms / 1000).toFixed(1)} s)${strays.length > 4 ? ` ${strays.length} strays` : ''}`,
    ...more,
  ].join('\n')
}

const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
const count = (outcomes: readonly FrameworkOutcome[], word: FrameworkOutcome['word']) =>
  outcomes.filter((one) => one.word === word).length

function rowLine({ framework, outcomes, absent, ms }: PageRow): string {
  const { name, versions, language, from } = framework
  if (absent !== null)
    return line([name, versions, `${language}, ${from}`, `not there: ${short(absent)}`, '', '', '', '', ''])
  const plain = outcomes.filter(({ trial: { variant } }) => variant.bug === null && variant.shed === null)
  const shedding = outcomes.filter(({ trial: { variant } }) => variant.shed !== null)
  const buggy = outcomes.filter(({ trial: { variant } }) => variant.bug !== null)
  const blamed = (some: readonly FrameworkOutcome[]) => some.reduce((sum, { strays }) => sum + strays.length, 0)
  const summary = plain[0]?.trial.results?.summary
  const all =
    summary === undefined
      ? 0
      : summary.pass + summary.violation + summary.undocumented + summary.inconclusive + summary['not-exercised']
  return line([
    name,
    versions,
    `${language}, ${from}`,
    blamed(plain),
    summary === undefined ? '–' : `${Math.round((100 * summary.pass) / all)} %`,
    `${blamed(shedding)} in ${shedding.length}`,
    `${count(buggy, 'found')} of ${count(buggy, 'found') + count(buggy, 'missed')}`,
    count(buggy, 'open'),
    blamed(buggy),
    `${Math.round(ms / 1000)} s`,
  ])
}

function bugLines({ framework, outcomes }: PageRow): readonly string[] {
  return outcomes.flatMap(({ trial: { variant }, word, strays }) => {
    if (variant.bug === null) return []
    const { summary, checks, open } = bugOf(framework, variant.bug)
    const where = open === undefined ? checks.map((check) => `\`${check}\``).join(' or ') : `cannot be known: ${open}`
    return [
      line([
        framework.name,
        `\`${variant.bug}\``,
        summary,
        where,
        `${word}${strays.length > 0 ? `, ${strays.length} strays` : ''}`,
      ]),
    ]
  })
}

const leftLine = ({ framework, left }: PageRow) => `- ${framework.name}: ${left.map(variantText).join(', ')}`

/** The text of FRAMEWORKS.md. */
export function pageOf(rows: readonly PageRow[], seed: number): string {
  const outcomes = rows.flatMap((row) => row.outcomes)
  const buggy = outcomes.filter(({ trial }) => trial.variant.bug !== null)
  const known = count(buggy, 'found') + count(buggy, 'missed')
  const strays = outcomes.reduce((sum, one) => sum + one.strays.length, 0)
  const minutes = Math.round(rows.reduce((sum, { ms }) => sum + ms, 0) / 60_000)
  const left = rows.filter((row) => row.left.length > 0)
  const amiss = rows.flatMap((row) =>
    row.outcomes
      .filter(isAmiss)
      .map(
        (one) =>
          `- ${row.framework.name}, ${variantText(one.trial.variant)}: ${short(sentence(one).split('\n').join('; '))}`,
      ),
  )
  return [
    '# Real frameworks, and what the suite says of them',
    '',
    `Made by \`npm run test:frameworks\` on ${new Date().toISOString().slice(0, 10)} in ${minutes} minutes, seed ${seed}: ${rows.length} frameworks, ${outcomes.length} runs, ${count(buggy, 'found')} of ${known} bugs found, ${strays} strays, ${count(buggy, 'open')} bugs that cannot be known.`,
    '',
    'Each is a deployment of the Platform API as a team would write it, from the specification and the framework’s manual; where the specification is silent, the framework’s defaults stand. Each is run as it should be, shedding load, and with each of its bugs.',
    '',
    line([
      'framework',
      'versions',
      'language, from',
      'violations as it should be',
      'passes',
      'violations shedding load',
      'bugs found',
      'cannot be known',
      'strays',
      'time',
    ]),
    '|---|---|---|---|---|---|---|---|---|---|',
    ...rows.map(rowLine),
    '',
    '## Bugs',
    '',
    'A bug is found when one of the checks ends in a violation on each of the operations that it breaks; a violation elsewhere is a stray.',
    '',
    line(['framework', 'bug', 'what is wrong', 'found by', 'outcome']),
    '|---|---|---|---|---|',
    ...rows.flatMap(bugLines),
    '',
    '## Amiss',
    '',
    ...(amiss.length === 0 ? ['Nothing.'] : amiss),
    '',
    ...(left.length === 0 ? [] : ['## Not run', '', 'There was no time for these.', '', ...left.map(leftLine), '']),
  ].join('\n')
}
