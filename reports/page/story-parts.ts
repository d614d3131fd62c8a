import { severities } from '../../evidence/causes/row.ts'
import { severityOf } from '../../evidence/causes.ts'
import { checkOf, type Finding, headlineOf } from '../../evidence/finding.ts'
import { oncePer } from '../../evidence/once-per.ts'
import type { Results } from '../../evidence/results.ts'
import { checks } from '../../fixtures/checks.ts'
import { clauses } from '../../fixtures/clauses.ts'
import type { Evidence } from '../formats/format.ts'
import { capitalised, present, shortened } from '../plain-text.ts'
import { knownWords } from '../problems.ts'
import { reproductionOf } from '../reproduction.ts'
import { severityWordsOf } from '../words.ts'
import { shownOf } from './shown.ts'
import { spotsOf } from './spots.ts'
import type { Details, PageFinding, Words } from './view/story.ts'

/** The most characters of one text. A message has room for its headline and a colon besides. */
const longest = 600

export function pageFindingOf(finding: Finding): PageFinding {
  const bounded = (text: string | null) => text && shortened(text, longest)
  const headline = headlineOf(finding)
  return {
    ...finding,
    headline,
    message: shortened(finding.message, headline.length + 2 + longest),
    expected: bounded(finding.expected),
    observed: bounded(finding.observed),
  }
}

/** How to ask a finding again, what came back, and since when it is so. */
export function detailsOf(finding: Finding, results: Results, evidence: Evidence): Details {
  const { before, curl, log } = reproductionOf(finding, results.run)
  return {
    before,
    curl: curl && shortened(curl, 4000),
    ...spotsOf(finding, evidence.exchanges.get(finding.exchanges[0] ?? '')),
    history: historyOf(finding, results, log),
    shown: shownOf(finding, evidence),
  }
}

/** The words for what the findings of a run name. */
export const wordsOf = oncePer(({ findings }: Results): Words => {
  const asked = new Set(findings.map(checkOf))
  const judging = checks.filter(({ id }) => asked.has(id))
  const cited = new Set(findings.map(({ clause }) => clause))
  const broken = findings.filter(({ verdict }) => verdict === 'violation').map(({ cause }) => cause)
  return {
    questions: Object.fromEntries(judging.map(({ id, question }) => [id, question])),
    laws: Object.fromEntries(judging.map(({ id, law }) => [id, law])),
    clauses: Object.fromEntries(clauses.filter(({ id }) => cited.has(id)).map(({ id, says }) => [id, says])),
    severities: Object.fromEntries(
      broken.map((cause) => [cause, [severities.indexOf(severityOf(cause)), severityWordsOf(cause).name]]),
    ),
  }
})

/** Sentences about a finding: since when it is so, whether it is unstable, who knows of it, and what finds it in the service's log. */
function historyOf({ id, since, known }: Finding, { run, changes }: Results, log: string | null): readonly string[] {
  const isNew = changes?.new.includes(id)
  return present(
    isNew && 'New in this run.',
    !isNew && since && since.run !== run.id && `So since ${since.date} (run ${since.run}).`,
    since?.lastCause && `In the last run it was wrong in another way: ${since.lastCause}.`,
    changes?.unstable.includes(id) && 'It changed at least twice in the last ten runs that judged it.',
    known && `${capitalised(knownWords(known))}.`,
    log && `${log}.`,
  )
}
