import { clauses, testedBy } from '../../fixtures/clauses.ts'
import { textOf } from './files.ts'

/** The cells of each row of the table below a heading, without the head. Throws where there is no table. */
function tableBelow(document: string, heading: string): readonly (readonly string[])[] {
  const [, section = ''] = document.split(heading)
  const [, , ...rows] =
    section
      .split(/^#/m)[0]
      ?.split('\n')
      .filter((line) => line.startsWith('|')) ?? []
  if (rows.length === 0) throw new Error(`no table stands below "${heading}"`)
  return rows.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}

const sum = (rows: readonly (readonly string[])[], column: number) =>
  rows.reduce((total, row) => total + Number(row[column] ?? 0), 0)

function trust(): string {
  const document = textOf('trust/TRUST.md')
  const styles = tableBelow(document, '## Conforming deployments')
  const faults = tableBelow(document, '## Planted faults')
  const decoys = tableBelow(document, '## Decoys')
  const replays = tableBelow(document, '## Replays')
  const nights = tableBelow(document, '## Nights and twins')
  const most = Math.max(...faults.map(([, count]) => Number(count)))
  return [
    `conforming deployments that look odd | ${styles.length} deployments, ${sum(styles, 1)} violations`,
    `planted faults, one at a time | ${most} faults on ${faults.length} backgrounds, ${sum(faults, 2)} of ${sum(faults, 1)} caught by the check that is named for them, ${sum(faults, 3)} violations beside`,
    `decoys: what looks broken and breaks no sentence | ${Math.max(...decoys.map(([, , count]) => Number(count)))} decoys on ${decoys.length} backgrounds, ${sum(decoys, 3)} violations`,
    `replays: a violation asked again, with its fault and without | ${sum(replays, 3)} of ${sum(replays, 2)} right both times`,
    `nights and twins: services that did not change | ${sum(nights, 1)} runs, ${sum(nights, 2)} differences told`,
  ]
    .map((line) => `| ${line} | \`npm run test:trust\` → [TRUST.md](../trust/TRUST.md) |`)
    .join('\n')
}

/** A row of the table: its subject, the figures of a committed file, and the command that made them. Throws without figures. */
function row(what: string, file: string, found: RegExp, command: string): string {
  const [, ...figures] = found.exec(textOf(file)) ?? []
  if (figures.length === 0) throw new Error(`${file} has no figure of ${what}`)
  return `| ${what} | ${figures.join(', ')} | \`${command}\` → [${file.split('/').at(-1)}](../${file}) |`
}

function limiters(): string {
  const rows = tableBelow(textOf('load/limiter/FIGURES.md'), '# How well').filter(([, right = '']) =>
    right.includes('%'),
  )
  const shares = rows.map(([, right = '']) => Number(/\(([\d.]+) %\)/.exec(right)?.[1]))
  const wrong = rows.reduce((total, [, , , one = '0']) => total + Number(one), 0)
  const trials = rows.reduce(
    (total, [, right = '']) =>
      total + Number(/^\d+/.exec(right)?.[0]) / (Number(/\(([\d.]+) %\)/.exec(right)?.[1]) / 100),
    0,
  )
  return `| unknown limiters in virtual time | ${rows.length} classes, right in ${Math.min(...shares)} % of a class or more; ${wrong} of ${Math.round(trials)} named wrongly | \`npm run figures -- --count 200 --seeds 40001\` → [FIGURES.md](../load/limiter/FIGURES.md) |`
}

/** docs/proven.md, made from the committed tables: the page is always as old as they are. */
export function proven(): string {
  const tested = clauses.filter((clause) => testedBy(clause).length > 0)
  const whole = tested.filter(({ untested }) => untested === undefined).length
  return [
    '| on | seen | command and table |',
    '|---|---|---|',
    trust(),
    limiters(),
    row(
      'real limiters that nobody here wrote',
      'trust/limiters/LIMITERS.md',
      /: (\d+ right, [^.]*)\./,
      'npm run test:limiters',
    ),
    row(
      'deployments on real frameworks',
      'trust/frameworks/FRAMEWORKS.md',
      /: (\d+ frameworks, .*)\.\n/,
      'npm run test:frameworks',
    ),
    row(
      'changes of the judges, one at a time',
      'trust/MUTATION.md',
      /: ([\d.]+ % of \d+ changes) were noticed/,
      'npm run test:mutation',
    ),
    `| statements of the specification | ${tested.length} of ${clauses.length} are tested by a check, ${whole} of them as a whole; the rest say why not | \`npm run docs\` → [clauses.ts](../fixtures/clauses.ts) |`,
  ].join('\n')
}
