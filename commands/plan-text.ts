import { describeProbe } from '../contracts/describe-probe.ts'
import type { Entry, Plan } from '../contracts/plan.ts'
import { worthOf } from '../contracts/planning/worth.ts'
import { counted } from '../evidence/counted.ts'
import { describeLoad } from '../load/plan.ts'
import { announcement, requestCounts } from '../run/announce.ts'
import type { Prepared } from '../run/prepare.ts'

const heads = ['always', 'more at most', 'never'] as const

/** A table of request counts: one row for each group of entries. */
function table(head: string, entries: readonly Entry[], groupOf: (entry: Entry) => string): string[] {
  const groups = Map.groupBy(entries, groupOf)
  const width = Math.max(head.length, ...[...groups.keys()].map((name) => name.length))
  const line = (name: string, cells: readonly (string | number)[]) =>
    `  ${name.padEnd(width)}${cells.map((cell) => String(cell).padStart(14)).join('')}`
  const rows = [...groups].map(([name, own]) => line(name, Object.values(requestCounts(own))))
  return [line(head, heads), ...rows]
}

/** A table of what each kind of request is worth: the questions that would be lost or weaker without it. It helps to choose what to leave out. */
function worth(plan: Plan): string[] {
  const rows = worthOf(plan)
  const width = Math.max(...rows.map(({ kind }) => kind.length))
  const line = (kind: string, cells: readonly (string | number)[], checks = '') =>
    `  ${kind.padEnd(width)}${cells.map((cell) => String(cell).padStart(12)).join('')}  ${checks}`.trimEnd()
  return [
    line('Without these requests', ['requests', 'lost', 'weaker', 'operations'], 'checks whose questions are lost'),
    ...rows.map(({ kind, requests, lost, weakened }) => {
      const operations = new Set(lost.map(({ operation }) => operation)).size
      return line(
        kind,
        [requests, lost.length, weakened, operations],
        [...new Set(lost.map(({ check }) => check))].join(', '),
      )
    }),
  ]
}

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS']

/** Entries whose method could change something: one line for each operation, with the number of requests and the kinds of credentials. */
function writes(entries: readonly Entry[]): string[] {
  const writing = entries.filter(({ barred, probe }) => barred === null && !reading.includes(probe.method))
  const byOperation = Map.groupBy(writing, ({ probe }) => probe.operation ?? 'routes that nobody lists')
  if (writing.length === 0) return ['Nothing is sent with a method that could change anything.']
  const keys = (own: readonly Entry[]) => [...new Set(own.map(({ probe }) => probe.credential.split(':', 1)[0] ?? ''))]
  const operations = byOperation.size - (byOperation.has('routes that nobody lists') ? 1 : 0)
  return [
    `With a method that could change something: ${counted(writing.length, 'request')} at most, to ${counted(operations, 'operation')}`,
    'and to routes that nobody lists. Each has no key or a made-up one, a body that is not JSON, and made-up',
    'identifiers (docs/policy.md):',
    ...[...byOperation].map(
      ([operation, own]) => `  ${operation}  ${own.length} at most, key ${keys(own).join(' or ')}`,
    ),
  ]
}

function word({ when, barred }: Entry): string {
  if (barred !== null) return `never (${barred.cause})`
  return when === null ? 'always' : 'when'
}

/** A plan as text: totals by product and effect, what could change data in production, and with `isVerbose` each request. */
export function planText(prepared: Prepared, isVerbose: boolean): readonly string[] {
  const { plan, target, load } = prepared
  const effects = new Map(plan.operations.map(({ id, effect }) => [id as string, effect as string]))
  const effectOf = ({ probe }: Entry) => effects.get(probe.operation ?? '') ?? 'none: routes that nobody lists'
  const { always, more, never } = requestCounts(plan.entries)
  return [
    ...announcement(prepared),
    '',
    ...table('Product', plan.entries, ({ product }) => product),
    '',
    ...table('Effect', plan.entries, effectOf),
    '',
    ...(plan.questions.length === 0 ? [] : [...worth(plan), '']),
    ...(target.policy === 'safe' ? [...writes(plan.entries), ''] : []),
    ...(isVerbose
      ? [...plan.entries.map((entry) => `${word(entry).padEnd(8)} ${describeProbe(entry.probe)}`), '']
      : []),
    ...(load.scenarios.length === 0 ? [] : ['k6 scenarios', ...describeLoad(load).map((line) => `  ${line}`), '']),
    `${plan.questions.length} questions, ${always} requests always, ${more} more at most, as answers come, ${never} that may not or cannot be sent; k6 scenarios: ${load.scenarios.map(({ name }) => name).join(', ') || 'none'}`,
    `Nothing was sent.${isVerbose ? '' : ' --verbose lists every request.'}`,
  ]
}
