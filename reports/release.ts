import type { Severity } from '../evidence/causes/row.ts'
import { severityOf } from '../evidence/causes.ts'
import { counted } from '../evidence/counted.ts'
import { isTrusted, type Results } from '../evidence/results.ts'
import { askedLine, askedOperations } from './coverage.ts'
import { type Gap, gapsOf, isSaving } from './gaps.ts'
import { lowered, present } from './plain-text.ts'
import { byOperation, type OperationProblems, type Problem, problemsOf } from './problems.ts'
import { severityWordsOf } from './words.ts'

/** Severities that forbid a release: an open door, a crash, a missing operation. */
const grave: readonly Severity[] = ['access', 'crash', 'missing']

/** The answer to "may I release?", as far as a run can give one. The gravest severity decides. On a pass also what it did not cover. */
export function releaseSentences(results: Results): readonly [answer: string, ...uncovered: string[]] {
  const { run, findings } = results
  const problems = problemsOf(findings)
  const fresh = problems.filter(({ lead }) => lead.known === undefined)
  const broken = brokenOperations(fresh)
  if (!isTrusted(run)) {
    const isStopped = run.exitCode === 130
    // Beside a doubt nothing argues: what was seen may be about another service.
    const weight = isStopped ? ' speaks against it' : ', for what it is worth'
    const seen = fresh.length === 0 ? '' : ` What it saw${weight}: ${broken}.`
    const stopped = isStopped ? `: it was stopped, ${askedLine(results)}` : ''
    return [`This run cannot say whether to release${stopped}.${seen}`]
  }
  if (fresh.length > 0) {
    const word = fresh.some(({ lead }) => grave.includes(severityOf(lead.cause)))
      ? 'Do not release'
      : 'Look before you release'
    return [`${word}: ${broken}.`]
  }
  if (run.exitCode === 1) return ['Look before you release: nothing new is broken, but something needs a hand.']
  const known =
    problems.length === 0
      ? ''
      : ` ${counted(problems.length, 'known problem')} ${problems.length === 1 ? 'stays' : 'stay'}.`
  return [`${passed(results)}${known}`, ...uncovered(results)]
}

/** The sentence of a run that passed. It promises no more than the run could tell (O20). */
function passed({ run, summary, findings, catalog }: Results): string {
  const { besides = [] } = run
  const all = catalog.listed + catalog.extended
  const part = askedOperations(findings).size < all ? `, ${askedLine({ findings, catalog })}` : ''
  const judged = counted(summary.pass, 'answered question')
  const told = `${judged}, ${present('nothing broken', besides.length > 0 && `but ${besides.join('; ')}`).join(', ')}.`
  if (run.target === 'embedded') return `The embedded service is as the specification says${part}: ${told}`
  if (run.policy === 'safe') return `Passed for what production allows${part}: ${told}`
  return `${besides.length === 0 ? 'Nothing speaks against a release' : 'Look before you release'}${part}: ${told}`
}

/** `1 operation can be used without a key, 2 are missing`: each operation counts once, by its gravest problem. */
function brokenOperations(problems: readonly Problem[]): string {
  const products = [...new Set(problems.flatMap(({ lead }) => (lead.operation === null ? [] : (lead.product ?? []))))]
  const alike = Map.groupBy(byOperation(problems), ({ lead }) => severityWordsOf(lead.cause).one)
  return [...alike.values()]
    .map((places, index) => {
      const [{ lead }] = places as [OperationProblems]
      const isWide = places.every((place) => place.lead.operation === null)
      const wide = new Set(
        places.flatMap((place) => place.problems.map(({ lead }) => lead.product ?? 'the whole service')),
      )
      const number = isWide ? wide.size : places.length
      const noun = isWide
        ? [...wide].join(' and ')
        : index > 0
          ? String(number)
          : `${counted(number, 'operation')}${products.length === 1 ? ` of ${products}` : ''}`
      const { one, many } = severityWordsOf(lead.cause)
      return `${noun} ${number === 1 ? one : many}`
    })
    .join(', ')
}

const reasonsShown = 2

/** What a pass did not cover: questions that were not asked, by reason, and questions without a clear answer. Empty where it covered all. */
function uncovered(results: Results): string[] {
  const gaps = gapsOf(results)
  const unasked = gaps.filter(({ verdict }) => verdict === 'not-exercised')
  const asked = results.summary.inconclusive
  const open = asked === 0 ? '' : ` ${counted(asked, 'question')} got no clear answer.`
  if (unasked.length === 0) return open === '' ? [] : [`Not covered:${open}`]
  const saved = unasked.filter(({ lead }) => isSaving(lead))
  const left = unasked.filter(({ lead }) => !isSaving(lead))
  const rest = left.slice(reasonsShown).reduce((sum, { findings }) => sum + findings.length, 0)
  const because = ({ findings, headline }: Gap) => `${findings.length} because ${lowered(headline)}`
  const others = rest > 0 && `${rest} for other reasons`
  const reasons = present(...left.slice(0, reasonsShown).map(because), others, ...saved.map(because))
  const all = results.summary['not-exercised']
  const why = unasked.length === 1 ? reasons.join().replace(/^\d+ /, '') : reasons.join('; ')
  return [`Not covered: ${counted(all, 'question')} ${all === 1 ? 'was' : 'were'} not asked, ${why}.${open}`]
}
