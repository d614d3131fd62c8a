import { checkOf, type Finding } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import { type Verdict, verdicts } from '../../evidence/verdict.ts'
import { checks } from '../../fixtures/checks.ts'
import { clauses } from '../../fixtures/clauses.ts'
import type { Evidence } from '../formats/format.ts'
import { shortened, visible } from '../plain-text.ts'
import { exchangeText } from './exchange.ts'

/** Characters of curl lines and exchanges that a page holds; what is beyond stands in the run folder, and the page says so. */
const detailBudget = 1_700_000

/** Worth of detail: a reader wants to see first what broke. */
const order: readonly Verdict[] = ['violation', 'inconclusive', 'undocumented', 'not-exercised', 'pass']

/** The findings for the script of the page: every text once in `texts`, findings as rows of numbers. */
export interface Island {
  readonly texts: readonly string[]
  readonly verdicts: readonly Verdict[]
  /** id, check, operation, product, verdict, cause, clause, message, expected, observed, curl; -1 is none. */
  readonly findings: readonly (readonly (string | number)[])[]
  /** By index of the finding: exchanges as request, response and note. */
  readonly exchanges: Readonly<Record<number, readonly (readonly number[])[]>>
  readonly questions: Readonly<Record<string, string>>
  readonly clauses: Readonly<Record<string, string>>
  readonly fresh: readonly string[]
  /** How many findings other than passes have exchanges that did not fit. */
  readonly left: number
}

/** Every text is kept once. */
class Texts {
  readonly list: string[] = []
  readonly #places = new Map<string, number>()

  place(text: string | null): number {
    if (text === null) return -1
    const shown = visible(text)
    const known = this.#places.get(shown)
    if (known !== undefined) return known
    this.#places.set(shown, this.list.length)
    return this.list.push(shown) - 1
  }
}

/** Packs the findings, with curl lines and exchanges of those that did not pass, as far as they fit. */
export function islandOf(results: Results, evidence: Evidence): Island {
  const texts = new Texts()
  const { findings } = results
  const { curls, exchanges, left } = detailsOf(findings, evidence, texts)
  const rows = findings.map((finding, index) => [
    finding.id,
    texts.place(finding.check),
    texts.place(finding.operation),
    texts.place(finding.product),
    verdicts.indexOf(finding.verdict),
    texts.place(finding.cause),
    texts.place(finding.clause),
    texts.place(shortened(finding.message, 600)),
    texts.place(finding.expected === null ? null : shortened(finding.expected, 600)),
    texts.place(finding.observed === null ? null : shortened(finding.observed, 600)),
    curls.get(index) ?? -1,
  ])
  const asked = new Set(findings.map(checkOf))
  const named = new Set(findings.map(({ clause }) => clause))
  return {
    texts: texts.list,
    verdicts,
    findings: rows,
    exchanges,
    questions: Object.fromEntries(checks.filter(({ id }) => asked.has(id)).map(({ id, question }) => [id, question])),
    clauses: Object.fromEntries(clauses.filter(({ id }) => named.has(id)).map(({ id, says }) => [id, says])),
    fresh: [...(evidence.fresh ?? [])],
    left,
  }
}

function detailsOf(findings: readonly Finding[], evidence: Evidence, texts: Texts) {
  const curls = new Map<number, number>()
  const exchanges: Record<number, number[][]> = {}
  let spent = 0
  let left = 0
  const place = (text: string) => {
    const before = texts.list.length
    const at = texts.place(text)
    if (texts.list.length > before) spent += text.length
    return at
  }
  for (const [index, finding] of byWorth(findings)) {
    if (spent >= detailBudget) {
      left += 1
      continue
    }
    if (finding.reproduce !== null) curls.set(index, place(shortened(finding.reproduce, 4000)))
    const told = finding.exchanges.slice(0, 4).flatMap((id) => {
      const exchange = evidence.exchanges.get(id)
      return exchange === undefined ? [] : [exchangeText(exchange)]
    })
    if (told.length === 0) continue
    exchanges[index] = told.map(({ request, response, note }) => [place(request), place(response), place(note)])
  }
  return { curls, exchanges, left }
}

/** Findings other than passes, those that broke first; within a verdict in their own order. */
function byWorth(findings: readonly Finding[]): (readonly [index: number, finding: Finding])[] {
  const indexed = findings.map((finding, index) => [index, finding] as const)
  return order.slice(0, -1).flatMap((verdict) => indexed.filter(([_, finding]) => finding.verdict === verdict))
}
