import { checkOf, type Finding, headlineOf } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { checks } from '../../fixtures/checks.ts'
import { clauses } from '../../fixtures/clauses.ts'
import type { Evidence } from '../formats/format.ts'
import { capitalised, shortened } from '../plain-text.ts'
import { knownWords } from '../problems.ts'
import { reproductionOf } from '../reproduction.ts'
import { severityWordsOf } from '../words.ts'
import { shownOf } from './shown.ts'
import { spotsOf } from './spots.ts'
import type { Story } from './view/story.ts'

const questions = new Map<string, string>(checks.map(({ id, question }) => [id, question]))
const laws = new Map<string, string>(checks.map(({ id, law }) => [id, law]))
const says = new Map<string, string>(clauses.map((clause) => [clause.id, clause.says]))

/** A finding with all the words that a reader needs. Its texts are bounded. */
export function storyOf(finding: Finding, results: Results, evidence: Evidence): Story {
  const { id, verdict, check, cause, clause, expected, observed } = finding
  const { before, curl, replay, log } = reproductionOf(finding, results.run)
  return {
    id,
    verdict,
    check,
    cause,
    clause,
    before,
    replay,
    severity: verdict === 'violation' ? severityWordsOf(cause).name : null,
    question: questions.get(checkOf(finding)) ?? '',
    headline: headlineOf(finding),
    detail: detailOf(finding),
    says: says.get(clause) ?? null,
    law: laws.get(checkOf(finding)) ?? null,
    expected: expected === null ? null : shortened(expected, 600),
    observed: observed === null ? null : shortened(observed, 600),
    history: [...historyOf(finding, results), ...(log === null ? [] : [`${log}.`])],
    curl: curl === null ? null : shortened(curl, 4000),
    shown: shownOf(finding, evidence),
    ...spotsOf(finding, evidence.exchanges.get(finding.exchanges[0] ?? '')),
  }
}

/** Sentences about a finding: since when it is so, whether it is unstable, and who knows of it. */
function historyOf({ id, since, known }: Finding, { run, changes }: Results): readonly string[] {
  const isNew = changes?.new.includes(id) === true
  return [
    ...(isNew
      ? ['New in this run.']
      : since === undefined || since.run === run.id
        ? []
        : [`So since ${since.date} (run ${since.run}).`]),
    ...(since?.lastCause === undefined ? [] : [`In the last run it was wrong in another way: ${since.lastCause}.`]),
    ...(changes?.unstable.includes(id) === true
      ? ['It changed at least twice in the last ten runs that judged it.']
      : []),
    ...(known === undefined ? [] : [`${capitalised(knownWords(known))}.`]),
  ]
}

/** The part of a message after the sentence of the cause; null where there is none. */
export function detailOf(finding: Finding): string | null {
  const headline = headlineOf(finding)
  const detail = finding.message.startsWith(headline)
    ? finding.message.slice(headline.length).replace(/^: | (?=\()/, '')
    : finding.message
  return detail === '' ? null : shortened(detail, 600)
}
