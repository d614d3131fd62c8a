import type { Finding } from '../../evidence/finding.ts'
import { listsPieces } from '../../evidence/json-pieces.ts'
import type { Results } from '../../evidence/results.ts'
import type { Evidence } from '../formats/format.ts'
import { visible } from '../plain-text.ts'
import { detailsOf, pageFindingOf, wordsOf } from './story-parts.ts'
import { gravity } from './view/parts.ts'
import type { Island, Packed, PageFinding } from './view/story.ts'

/** At most this many characters of details go into a page. The rest stands in the run folder, and the page says so. */
const detailBudget = 1_700_000

/** A list that keeps each text once. */
class Texts {
  readonly list: string[] = []
  /** The characters of all texts. */
  size = 0
  readonly #places = new Map<string, number>()

  /** Packs a value of texts, objects, lists and nulls. Throws for any other part: it would be missing from the page. */
  pack(value: unknown): Packed {
    if (typeof value === 'string') return this.#place(visible(value))
    if (Array.isArray(value)) return value.map((part) => this.pack(part))
    if (value === null || value === undefined) return null
    if (typeof value !== 'object') throw new Error(`a ${typeof value} cannot be packed`)
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
  const details: Record<number, Packed> = {}
  let left = 0
  for (const [index, finding] of byWorth(results.findings)) {
    if (texts.size >= detailBudget) left += 1
    else details[index] = texts.pack(detailsOf(finding, results, evidence))
  }
  const findings = results.findings.map((finding) => {
    const shown = pageFindingOf(finding)
    return members.map((name) => texts.pack(shown[name]))
  })
  return { texts: texts.list, members, findings, details, ...wordsOf(results), left }
}

const members = [
  ...(['id', 'check', 'operation', 'product', 'verdict', 'cause', 'clause'] as const),
  ...(['message', 'headline', 'expected', 'observed'] as const),
] satisfies readonly (keyof PageFinding)[]

/** Findings other than passes, the gravest verdicts first: a reader wants to see what broke. */
function byWorth(findings: readonly Finding[]): (readonly [index: number, finding: Finding])[] {
  const indexed = findings.map((finding, index) => [index, finding] as const)
  return gravity.slice(0, -1).flatMap((verdict) => indexed.filter(([_, finding]) => finding.verdict === verdict))
}

/** JSON in pieces for a script element that is never run. It holds no `<`, so that nothing can end the element. */
export function* islandPieces(island: object): Generator<string> {
  const escapes = { '<': '\\u003c', '\u2028': '\\u2028', '\u2029': '\\u2029' } as const
  for (const piece of listsPieces(island))
    yield piece.replace(/[<\u2028\u2029]/g, (sign) => escapes[sign as keyof typeof escapes])
}
