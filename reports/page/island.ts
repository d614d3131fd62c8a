import { severities } from '../../evidence/causes/row.ts'
import { severityOf } from '../../evidence/causes.ts'
import { checkOf, type Finding, headlineOf } from '../../evidence/finding.ts'
import type { Results } from '../../evidence/results.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { checks } from '../../fixtures/checks.ts'
import { clauses } from '../../fixtures/clauses.ts'
import type { Evidence } from '../formats/format.ts'
import { shortened, visible } from '../plain-text.ts'
import { severityWordsOf } from '../words.ts'
import type { Details, Island, Packed, PageFinding } from './island-shape.ts'
import { detailOf, storyOf } from './story-of.ts'

/** At most this many characters of details go into a page. The rest stands in the run folder, and the page says so. */
const detailBudget = 1_700_000

/** Verdicts in the order in which their details are packed: a reader wants to see first what broke. Passes have none. */
const order: readonly Verdict[] = ['violation', 'inconclusive', 'undocumented', 'not-exercised']

/** A list that keeps each text once. */
class Texts {
  readonly list: string[] = []
  /** The characters of all texts. */
  size = 0
  readonly #places = new Map<string, number>()

  /** Packs a value of texts, objects and lists. */
  pack(value: unknown): Packed {
    if (typeof value === 'string') return this.#place(visible(value))
    if (Array.isArray(value)) return value.map((part) => this.pack(part))
    if (typeof value !== 'object' || value === null) return null
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, this.pack(part)]))
  }

  #place(text: string): number {
    const known = this.#places.get(text)
    if (known !== undefined) return known
    this.#places.set(text, this.list.length)
    this.size += text.length
    return this.list.push(text) - 1
  }
}

/** Packs all findings. Those that did not pass get details, as far as these fit: how to ask again and what came back. */
export function islandOf(results: Results, evidence: Evidence): Island {
  const texts = new Texts()
  const { findings } = results
  const { details, left } = detailsOf(results, evidence, texts)
  const asked = new Set(findings.map(checkOf))
  const judging = checks.filter(({ id }) => asked.has(id))
  const cited = new Set(findings.map(({ clause }) => clause))
  const broken = findings.filter(({ verdict }) => verdict === 'violation').map(({ cause }) => cause)
  return {
    texts: texts.list,
    members,
    findings: findings.map((finding) => {
      const shown = inPage(finding)
      return members.map((name) => texts.pack(shown[name]))
    }),
    details,
    questions: Object.fromEntries(judging.map(({ id, question }) => [id, question])),
    laws: Object.fromEntries(judging.map(({ id, law }) => [id, law])),
    clauses: Object.fromEntries(clauses.filter(({ id }) => cited.has(id)).map(({ id, says }) => [id, says])),
    severities: Object.fromEntries(
      [...new Set(broken)].map((cause) => [
        cause,
        [severities.indexOf(severityOf(cause)), severityWordsOf(cause).name],
      ]),
    ),
    left,
  }
}

const members = [
  ...(['id', 'check', 'operation', 'product', 'verdict', 'cause', 'clause'] as const),
  ...(['message', 'headline', 'detail', 'expected', 'observed'] as const),
] satisfies readonly (keyof PageFinding)[]

function inPage(finding: Finding): PageFinding {
  const bounded = (text: string) => shortened(text, 600)
  return {
    ...finding,
    message: bounded(finding.message),
    headline: headlineOf(finding),
    detail: detailOf(finding),
    expected: finding.expected && bounded(finding.expected),
    observed: finding.observed && bounded(finding.observed),
  }
}

function detailsOf(results: Results, evidence: Evidence, texts: Texts) {
  const details: Record<number, Packed> = {}
  let left = 0
  for (const [index, finding] of byWorth(results.findings)) {
    if (texts.size >= detailBudget) left += 1
    else {
      const { before, curl, marks, missing, history, shown } = storyOf(finding, results, evidence)
      details[index] = texts.pack({ before, curl, marks, missing, history, shown } satisfies Details)
    }
  }
  return { details, left }
}

/** Findings other than passes, in the order of their verdicts. */
function byWorth(findings: readonly Finding[]): (readonly [index: number, finding: Finding])[] {
  const indexed = findings.map((finding, index) => [index, finding] as const)
  return order.flatMap((verdict) => indexed.filter(([_, finding]) => finding.verdict === verdict))
}
