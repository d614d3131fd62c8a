import type { CodeReading } from '../evidence/code-reading.ts'
import { codeFor, type DocumentedCode, documentedCodes } from '../fixtures/errors.ts'
import { isJsonMediaType } from '../fixtures/json.ts'
import type { Answer } from './answer.ts'

/**
 * A place where a code may stand: `member /error/code` (its text), `key /errors` (an object's key), `uri /type` (the last
 * part of a URI), `header x-error-code` or `header www-authenticate error` (its parameter). Array positions are written `[]`.
 */
export type CodePlace = string

/** The search of an error body ends at this depth, and at this number of nodes. */
const limits = { depth: 12, nodes: 20_000 }

const allCodes: ReadonlySet<string> = new Set(documentedCodes)
const isCode = (text: string) => allCodes.has(text)

/** Collects the texts at each place of an answer: all texts of members and headers, and the documented codes at the other places. */
export function textsByPlace(answer: Pick<Answer, 'headers' | 'json'>): ReadonlyMap<CodePlace, readonly string[]> {
  const found = new Map<CodePlace, string[]>()
  const add = (place: CodePlace, text: string) => {
    const texts = found.get(place) ?? []
    texts.push(text)
    found.set(place, texts)
  }
  for (const [name, value] of answer.headers) addHeader(add, name.toLowerCase(), value.trim())
  let nodes = 0
  const visit = (value: unknown, path: string, depth: number): void => {
    nodes += 1
    if (depth > limits.depth || nodes > limits.nodes) return
    if (typeof value === 'string') addText(add, path, value)
    else if (Array.isArray(value)) for (const item of value) visit(item, `${path}/[]`, depth + 1)
    else if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value)) {
        if (isCode(name)) add(`key ${path}`, name)
        visit(inner, isCode(name) ? `${path}/*` : `${path}/${name}`, depth + 1)
      }
    }
  }
  visit(answer.json, '', 0)
  return found
}

/** Adds the value of a header, and the codes among its parameters: `WWW-Authenticate: ApiKey error="…"`. */
function addHeader(add: (place: CodePlace, text: string) => void, name: string, value: string): void {
  add(`header ${name}`, value)
  if (!value.includes('=')) return
  for (const [, parameter = '', text = ''] of value.matchAll(/([\w-]+)="?(\w+)"?/g)) {
    if (isCode(text)) add(`header ${name} ${parameter}`, text)
  }
}

function addText(add: (place: CodePlace, text: string) => void, path: string, value: string): void {
  add(`member ${path}`, value)
  // A text without a separator is a URI only in the type of a problem. Elsewhere a code with hyphens is another code.
  if (!separator.test(value) && !path.endsWith('/type')) return
  // The code is at the end of the path in `…/errors/not_found?lang=en`, and at the end of all in `…?code=not_found`.
  const code = [value, value.replace(/[?#].*$/, '')].map(lastPart).find((last) => last !== value && isCode(last))
  if (code !== undefined) add(`uri ${path}`, code)
}

/** The characters between the parts of a URI. */
const separator = /[/#:?=]/

/** The last part of a URI, written as a code: with `_` for `-`. */
function lastPart(uri: string): string {
  const parts = uri.replace(/(\.html?)?\/?$/, '').split(separator)
  return (parts.at(-1) ?? '').replaceAll('-', '_')
}

/** The documented codes among texts, each once. */
export function codesAmong(texts: readonly string[] | undefined): readonly string[] {
  return [...new Set((texts ?? []).filter(isCode))]
}

/** What a run taught about where the code stands (O5a). */
export interface CodePlaces {
  readonly places: readonly CodePlace[]
  /** True where fewer than two of §7's statuses were seen with their codes, or no place was learned: then a code counts anywhere. */
  readonly anywhere: boolean
  /** Groups of codes that were named together with more than one of §7's statuses, as `togetherOf` writes them. A group tells no code. */
  readonly together: readonly string[]
  /** False where only a part was asked: the rest might teach more places, so a code at another place is not clear. */
  readonly isWhole: boolean
}

/** The documented codes that an answer names anywhere. */
export const namedBy = (answer: Answer) => documentedCodes.filter((code) => mentions(answer, code))

/** Codes that were named together, as one text. */
export const togetherOf = (codes: readonly string[]) => codes.join(' ')

/** How an answer's code was read; of codes, where they stood. */
export type PlacedCode = CodeReading & { readonly where?: 'learned' | 'another-place' | 'anywhere' }

const asWord = new Map(documentedCodes.map((code) => [code, new RegExp(`(?<![A-Za-z0-9_])${code}(?![A-Za-z0-9_])`)]))

/** True where a documented code stands as a word of its own anywhere in headers or body. Bytes that are not UTF-8 are read as Latin-1. */
export function mentions({ text, headers, exchange }: Answer, code: DocumentedCode): boolean {
  const isIn = (words: string) => words.includes(code) && asWord.get(code)?.test(words) === true
  return isIn(text ?? atob(exchange.response?.body.base64 ?? '')) || headers.some(([, value]) => isIn(value))
}

const unclear = (codes: readonly string[]): PlacedCode => ({ kind: 'ambiguous', codes, where: 'another-place' })

/** True for JSON that is not UTF-8: `json.media-type` judges that, and a code may stand in it. UTF-16 has null bytes, and JSON none. */
function isUnread({ exchange: { response }, mediaType, text }: Answer): boolean {
  return (text?.includes('\0') ?? (response?.body.bytes ?? 0) > 0) && isJsonMediaType(mediaType)
}

const isKey = (place: CodePlace) => place.startsWith('key ')

/** How deep a place of the body lies; 0 for a header. A key lies in the object that it names. */
const depthOf = (place: CodePlace) =>
  place.startsWith('header ') ? 0 : place.split('/').length + (isKey(place) ? 1 : 0)

/** The headers among places, and the least deep ones of the body: what lies deeper says the code of one member, or of an earlier error. */
function outermost(places: readonly CodePlace[]): readonly CodePlace[] {
  const least = Math.min(...places.map(depthOf).filter((depth) => depth > 0))
  return places.filter((place) => depthOf(place) <= least)
}

/** Reads the code of an answer at the places that were learned, and says where it stood. */
export function readCode(answer: Answer, learned: CodePlaces): PlacedCode {
  if (isUnread(answer)) return unclear([])
  const texts = textsByPlace(answer)
  const atLearned = learned.places.flatMap((place) => texts.get(place) ?? [])
  const holding = learned.places.filter((place) => codesAmong(texts.get(place)).length > 0)
  const counted = outermost(holding)
  const codes = codesAmong(counted.flatMap((place) => texts.get(place) ?? []))
  if (codes.length === 1 && codes[0] !== undefined) {
    const rivals = learned.isWhole ? [] : alone(texts).filter((code) => code !== codes[0])
    return rivals.length === 0 ? { kind: 'code', code: codes[0], where: 'learned' } : unclear([...codes, ...rivals])
  }
  if (codes.length > 1) {
    // A key may name what is wrong with a part, as deep as the member that holds the code.
    const isMixed = counted.some(isKey) && !counted.every(isKey)
    return isMixed ? unclear(codes) : { kind: 'ambiguous', codes, where: 'learned' }
  }
  const elsewhere = readElsewhere(answer, texts, learned)
  if (elsewhere.kind !== 'none') return elsewhere
  const { cut, codes: namedInAll } = answer.exchange.response?.body ?? {}
  if (cut === true && namedInAll?.length !== 0) return unclear([])
  const [other] = atLearned
  return other === undefined ? elsewhere : { kind: 'other', text: other }
}

/** The documented codes that are alone at some place. */
function alone(texts: ReadonlyMap<CodePlace, readonly string[]>): readonly string[] {
  return [
    ...new Set(
      [...texts.values()]
        .map(codesAmong)
        .filter((codes) => codes.length === 1)
        .flat(),
    ),
  ]
}

/**
 * The shape of an error body is not shown (§7.3) and may differ from layer to layer. Where no learned place holds a documented code, a
 * single one that is alone at some place is the code; in a body that is no JSON, the only one that it names. The right code alone in a
 * text or a header is unclear where a place was learned: it may be another layer's place, or a sentence.
 */
function readElsewhere(
  answer: Answer,
  texts: ReadonlyMap<CodePlace, readonly string[]>,
  learned: CodePlaces,
): PlacedCode {
  const single = alone(texts)
  if (single.length > 1) return unclear(single)
  const right = codeFor(answer.status)
  const [only] = single
  // A constant, as a list of codes to try again, is not the code: the right one may stand in a text.
  if (only !== undefined && (only === right || right === null || !mentions(answer, right)))
    return { kind: 'code', code: only, where: 'another-place' }
  const named = namedBy(answer)
  const isText = answer.json === undefined
  if (!learned.anywhere && !isText) {
    const inText = named.filter((code) => !single.includes(code))
    return inText.length === 1 && inText[0] === right ? unclear(named) : { kind: 'none' }
  }
  if (!learned.isWhole && !isText && named.length > 0) return unclear(named)
  const paired = learned.isWhole ? right : null
  if (learned.anywhere && paired !== null && named.includes(paired) && !learned.together.includes(togetherOf(named)))
    return { kind: 'code', code: paired, where: 'anywhere' }
  if (named.length === 1 && named[0] !== undefined) return { kind: 'code', code: named[0], where: 'anywhere' }
  return named.length === 0 ? { kind: 'none' } : unclear(named)
}

/** Whether an answer has the expected code: `unclear` where codes stand outside the learned places and none of them counts for sure. */
export type Agreement = 'right' | 'wrong' | 'missing' | 'unclear'

/** Compares a reading with the code that is expected (O5a). */
export function agreement(reading: PlacedCode, expected: string): Agreement {
  switch (reading.kind) {
    case 'code':
      return reading.code === expected ? 'right' : 'wrong'
    case 'other':
      return 'wrong'
    case 'none':
      return 'missing'
    case 'ambiguous':
      return reading.where === 'learned' ? 'wrong' : 'unclear'
  }
}
