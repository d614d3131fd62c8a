import { otherwise, someOf, whole } from '../../run/options/option.ts'
import { scriptWords } from '../tools/script.ts'
import { type ClassName, classes } from './configurations.ts'
import { type ClassFigures, measureClass } from './measure.ts'
import { measureScope, type ScopeFigures, scopeTruths } from './scope-figures.ts'
import { figureBudget } from './trial.ts'

/** The first seed of the figures unless one is given: tuning used lower ones. */
const firstUntunedSeed = 10_001

const { values } = scriptWords({
  call: 'npm run figures -- [options]',
  about: 'How well an unknown limiter is named, in virtual time: the table of load/limiter/FIGURES.md.',
  options: {
    count: otherwise(whole({ least: 1, most: 1_000_000 }, 'N', 'draws of each class (200)'), 200),
    seeds: otherwise(whole({ least: 0, most: 2 ** 31 }, 'N', `the first seed (${firstUntunedSeed})`), firstUntunedSeed),
    only: someOf([...classes, 'scope'] as const, 'class', 'one class, or `scope`; may be repeated'),
  },
  words: 'none',
})
const { count, seeds: from } = values
const wanted = (name: ClassName | 'scope') => values.only.length === 0 || values.only.includes(name)

print('# How well an unknown limiter is named, in virtual time\n')
print(`\`npm run figures -- --count ${count} --seeds ${from}\` on ${new Date().toISOString().slice(0, 10)}:`)
print(
  `seeds ${from} to ${from + count - 1} of each class; tuning used seeds below 1,000. Quota 5 to 200 and window 1 to 60 s,`,
)
print(
  'log-uniform; round trip 40 ms ±20 %, 1 % of the trips three to ten times as long; no header is read. Budget: at most',
)
const { requests, ms, longestWaitMs } = figureBudget
print(
  `${requests} requests within ${ms / 1000} s, waiting for a recovery at most ${longestWaitMs / 1000} s. "Near" is ±5 % (a quota also ±1), "inside" is the true value in the interval given.\n`,
)
print(
  '| truth | right | inconclusive | wrong | quota near | quota inside | window near | window inside | requests median / p95 | windows median / p95 |',
)
print('|---|---|---|---|---|---|---|---|---|---|')
for (const name of classes.filter(wanted)) print(row(await measureClass(name, from, count)))

if (wanted('scope')) {
  print('\n## Scope: two operations, two products, two credentials, two addresses; pairs voted three times\n')
  print('| truth | right | inconclusive | wrong | requests median / p95 |')
  print('|---|---|---|---|---|')
  for (const truth of scopeTruths) print(scopeRow(await measureScope(truth, from, count)))
}

function row({ name, count: of, right, inconclusive, wrong, quota, window, requests, windows }: ClassFigures): string {
  const outside: readonly ClassName[] = ['two-windows', 'random', 'ban', 'block']
  const title = outside.includes(name) ? `${name} (must be inconclusive)` : name
  const share = (part: { of: number }, value: number) => (part.of === 0 ? '–' : `${value}/${part.of}`)
  const time = windows ? `${windows.median.toFixed(1)} / ${windows.p95.toFixed(1)}` : '–'
  const numbers = [
    share(quota, quota.near),
    share(quota, quota.inside),
    share(window, window.near),
    share(window, window.inside),
  ]
  const cells = [
    title,
    `${right} (${percent(right, of)})`,
    outside.includes(name) ? '–' : inconclusive,
    wrong,
    ...numbers,
  ]
  return `| ${[...cells, `${requests.median} / ${requests.p95}`, time].join(' | ')} |`
}

function scopeRow({ truth, count: of, right, inconclusive, wrong, requests }: ScopeFigures): string {
  const cells = [truth, `${right} (${percent(right, of)})`, inconclusive, wrong, `${requests.median} / ${requests.p95}`]
  return `| ${cells.join(' | ')} |`
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(1)} %`
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
