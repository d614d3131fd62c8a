import { severities } from '../../evidence/causes/row.ts'
import { severityOf } from '../../evidence/causes.ts'
import { checkOf, type Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { type Verdict, verdicts } from '../../evidence/verdict.ts'
import { checks } from '../../fixtures/checks.ts'
import { clauses } from '../../fixtures/clauses.ts'
import type { Evidence } from '../formats/format.ts'
import { shortened, visible } from '../plain-text.ts'
import { doing } from '../words.ts'
import type { Details, Island, IslandRow } from './island-shape.ts'
import { detailOf, headlineOf, storyOf } from './story-of.ts'

/** Characters of details that a page holds; what is beyond stands in the run folder, and the page says so. */
const detailBudget = 1_700_000

/** Worth of detail: a reader wants to see first what broke. A pass has none. */
const order: readonly Verdict[] = ['violation', 'inconclusive', 'undocumented', 'not-exercised']

/** Every text is kept once. */
class Texts {
  readonly list: string[] = []
  /** Characters of all of them. */
  size = 0
  readonly #places = new Map<string, number>()

  place(text: string | null): number {
    if (text === null) return -1
    const shown = visible(text)
    const known = this.#places.get(shown)
    if (known !== undefined) return known
    this.#places.set(shown, this.list.length)
    this.size += shown.length
    return this.list.push(shown) - 1
  }
}

/** Packs the findings, with how to see them again and what came for those that did not pass, as far as they fit. */
export function islandOf(results: Results, evidence: Evidence): Island {
  const texts = new Texts()
  const { findings } = results
  const { details, left } = detailsOf(results, evidence, texts)
  const asked = new Set(findings.map(checkOf))
  const cited = new Set(findings.map(({ clause }) => clause))
  const broken = findings.filter(({ verdict }) => verdict === 'violation').map(({ cause }) => cause)
  return {
    texts: texts.list,
    verdicts,
    findings: findings.map((finding) => rowOf(finding, texts)),
    details,
    questions: Object.fromEntries(checks.filter(({ id }) => asked.has(id)).map(({ id, question }) => [id, question])),
    clauses: Object.fromEntries(clauses.filter(({ id }) => cited.has(id)).map(({ id, says }) => [id, says])),
    severities: Object.fromEntries(
      [...new Set(broken)].map((cause) => {
        const severity = severityOf(cause)
        return [cause, [severities.indexOf(severity), doing(severity, cause).name]]
      }),
    ),
    left,
  }
}

function rowOf(finding: Finding, texts: Texts): IslandRow {
  const { id, check, operation, product, verdict, cause, clause, message, expected, observed } = finding
  const bounded = (text: string | null) => texts.place(text === null ? null : shortened(text, 600))
  return [
    id,
    texts.place(check),
    texts.place(operation),
    texts.place(product),
    verdicts.indexOf(verdict),
    texts.place(cause),
    texts.place(clause),
    bounded(message),
    texts.place(headlineOf(finding)),
    texts.place(detailOf(finding)),
    bounded(expected),
    bounded(observed),
  ]
}

function detailsOf(results: Results, evidence: Evidence, texts: Texts) {
  const details: Record<number, Details> = {}
  let left = 0
  for (const [index, finding] of byWorth(results.findings)) {
    if (texts.size < detailBudget) details[index] = packed(finding, results, evidence, texts)
    else left += 1
  }
  return { details, left }
}

function packed(finding: Finding, results: Results, evidence: Evidence, texts: Texts): Details {
  const { before, curl, marks, missing, history, shown } = storyOf(finding, results, evidence)
  const all = (list: readonly string[]) => list.map((text) => texts.place(text))
  return [
    texts.place(before),
    texts.place(curl),
    all(marks),
    all(missing),
    all(history),
    shown.map(({ request, response, note, alike }) => [
      texts.place(request),
      texts.place(response),
      texts.place(note),
      all(alike),
    ]),
  ]
}

/** Findings other than passes, those that broke first; within a verdict in their own order. */
function byWorth(findings: readonly Finding[]): (readonly [index: number, finding: Finding])[] {
  const indexed = findings.map((finding, index) => [index, finding] as const)
  return order.flatMap((verdict) => indexed.filter(([_, finding]) => finding.verdict === verdict))
}
