import { resolve } from 'node:path'
import { stdout } from 'node:process'
import { counted } from '../evidence/counted.ts'
import type { ExitCode } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import type { Difference } from '../reports/changes/differences.ts'
import { oneLine } from '../reports/plain-text.ts'
import { parseWords } from '../run/options/parse.ts'
import { comparableRun, parityOf } from '../run/parity.ts'
import { readPlan, readResults } from '../run/read-run.ts'
import type { Command } from './command.ts'

/** The lines of a difference: its operation and subject, and what each run saw. Names of members are the service's own words. */
export function linesOf({ kind, operation, subject, before, after }: Difference): readonly string[] {
  return [
    `parity.${kind}  ${operation ?? 'unknown routes'}  ${oneLine(subject)}`,
    `  A  ${oneLine(before ?? 'absent')}`,
    `  B  ${oneLine(after ?? 'absent')}`,
  ]
}

function comparableIn(directory: string) {
  const folder = resolve(directory)
  return comparableRun(readResults(folder), readPlan(folder))
}

export const parity: Command = {
  takes: 'RUN_A RUN_B [RUN…]',
  summary: 'compares what two runs were answered: is production like development?',
  about: `Exit 0: alike. 1: different, each difference with its operation and subject. 2: not comparable.
All must have been asked the same: catalogue, checks, policy and kinds of settings.
Further runs of either target tell what differs by chance: that is left out.`,
  options: {},
  examples: { 'npx suite parity runs/development runs/production': 'two runs of the cutover profile' },
  async run(words): Promise<ExitCode> {
    const { positionals } = parseWords(words, {})
    const [one, other, ...further] = positionals
    if (one === undefined || other === undefined)
      throw new UsageError('parity takes two run folders, and more of the same targets')
    const [first, second] = [comparableIn(one), comparableIn(other)]
    const parity = parityOf(first, second, further.map(comparableIn))
    if (!parity.comparable) {
      stdout.write(`NOT COMPARABLE  ${parity.why}${/[.?!]$/.test(parity.why) ? '' : '.'}\n`)
      return 2
    }
    const { differences, compared } = parity
    if (differences.length === 0) {
      const itself = first.id === second.id ? ` Both are the run ${first.id}: nothing else was compared.` : ''
      stdout.write(`ALIKE  ${counted(compared, 'observation')} of both runs.${itself}\n`)
      return 0
    }
    const operations = new Set(differences.map(({ operation }) => operation)).size
    const head = `DIFFERENT  ${differences.length} of ${counted(compared, 'observation')}, on ${counted(operations, 'operation')}.`
    stdout.write(`${[head, ...differences.flatMap(linesOf)].join('\n')}\n`)
    return 1
  },
}
