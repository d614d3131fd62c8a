import { oncePer } from '../evidence/once-per.ts'
import { type Answer, describeAnswer } from './answer.ts'

/** A body without what changes from request to request: its leaves by path, or one text. */
type Shape = ReadonlyMap<string, string>

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** How an answer may echo its request: the path as a whole, or its segments one by one as well. */
type Echo = 'path' | 'segments'
const echoForms: readonly Echo[] = ['path', 'segments']

/** A path, and what is left of it behind a gateway that takes off the first segments. */
function pathsOf(segments: readonly string[]): readonly string[] {
  return segments.slice(0, -1).map((_, index) => `${index === 0 ? '' : '/'}${segments.slice(index).join('/')}`)
}

/**
 * Takes the request's path, and its segments, out of texts that echo them, longest first. The expression is made only where a text holds an
 * echo: V8 keeps code for each expression, and every compared answer has its own.
 */
function echoesOf(target: string, echo: Echo): (text: string) => string {
  const path = target.split('?', 1)[0] ?? target
  const parts = path.split('/')
  const decoded = path.includes('%') ? parts.map((segment) => safelyDecoded(segment)) : []
  const segments = echo === 'segments' ? [...parts, ...decoded] : []
  const words = [target, ...pathsOf(parts), ...pathsOf(decoded), ...segments].filter((word) => word.length >= 2)
  const unique = [...new Set(words)].sort((one, other) => other.length - one.length)
  const loud = unique.map((word) => word.toUpperCase())
  let pattern: RegExp | undefined
  return (text) => {
    const loudText = text.toUpperCase()
    if (!loud.some((word) => loudText.includes(word))) return text
    pattern ??= new RegExp(unique.map(escaped).join('|'), 'gi')
    return text.replace(pattern, '~')
  }
}

function safelyDecoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Takes out what differs between two requests for the same thing: the echoed path, ids, times and numbers. */
export function withoutVolatile(text: string, target: string): string {
  return withoutEchoes(text, echoesOf(target, 'segments'))
}

/** An identifier of the request in a text or a page, behind a sign or in its own tag. Of base64, some have no digit. */
const namedId =
  /(?<![\w/])((?:request|trace|correlation|host|ray)[ _-]?id\b(?:<[^<>]*>|[^\w<]){1,20}?(?<=[:=#"'>([]\s*))[\w+/=.-]+/gi

/** A word of base64, which may hold hyphens. */
const base64Word = /(?<![\w-])(?=[\w-]*\d)(?=[\w-]*[a-z])(?=[\w-]*[A-Z])[\w-]{12,}(?![\w-])/g

/** Leaves a kind in words and numbers as it is, as `Route-Not-Found-404`: no part of it mixes letters and digits. */
const unlessWords = (value: string) =>
  value.split(/[-_]/).every((part) => /^(?:[a-z]*|[a-z]?\d+)$/i.test(part)) ? value : '#'

function withoutEchoes(text: string, echoes: (text: string) => string): string {
  return echoes(text.replace(namedId, '$1#'))
    .replace(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/gi, '#')
    .replace(base64Word, unlessWords)
    .replace(/\b(?=\w*\d)[\w-]{12,}\b/g, '#')
    .replace(/\b[0-9a-f]{8,}\b/gi, '#')
    .replace(/\d+/g, '#')
    .replace(/\s+/g, ' ')
    .trim()
}

/** A service may count requests in letters too: `req-1x0` is followed by `req-1x1`. */
const withoutCounts = (text: string) => text.replace(/\w*#\w*/g, '#')

/** A member that names the request has another value in each answer (§2). A value of letters alone looks like a word. */
const namesRequest = /(request|trace|correlation)[_-]?id$/i

function shapeOf({ json, text, exchange }: Answer, echo: Echo): Shape {
  const echoes = echoesOf(exchange.request.target, echo)
  const leaves = new Map<string, string>()
  const visit = (value: unknown, path: string, depth: number): void => {
    if (leaves.size > 500 || depth > 20) return
    if (typeof value === 'object' && value !== null) {
      for (const [name, inner] of Object.entries(value))
        visit(inner, `${path}/${withoutEchoes(name, echoes)}`, depth + 1)
      if (Object.keys(value).length === 0) leaves.set(path, Array.isArray(value) ? '[]' : '{}')
    } else leaves.set(path, namesRequest.test(path) ? '#' : withoutCounts(withoutEchoes(String(value), echoes)))
  }
  if (json === undefined) leaves.set('text', withoutCounts(withoutEchoes(text ?? '', echoes)))
  else visit(json, '', 0)
  return leaves
}

/** The shape of an unknown route's answer, made once: every answer of its kind is compared with it. */
const unknownShapeOf: Readonly<Record<Echo, (answer: Answer) => Shape>> = {
  path: oncePer((answer) => shapeOf(answer, 'path')),
  segments: oncePer((answer) => shapeOf(answer, 'segments')),
}

/** Leaves that differ among the unknown routes' own answers: a listed route's may differ there too. */
function volatileLeaves(shapes: readonly Shape[]): ReadonlySet<string> {
  const [first] = shapes
  if (first === undefined) return new Set()
  return new Set([...first.keys()].filter((path) => shapes.some((shape) => shape.get(path) !== first.get(path))))
}

function sameShape(one: Shape, other: Shape, volatile: ReadonlySet<string>): boolean {
  const paths = [...one.keys()].filter((path) => !volatile.has(path))
  const others = [...other.keys()].filter((path) => !volatile.has(path))
  return paths.length === others.length && paths.every((path) => one.get(path) === other.get(path))
}

/**
 * True where an answer equals what unknown routes get, in status, media type and body without its volatile parts. Each of the `sets` has
 * their answers to the same kind of probe, with one prefix, depth and method (O1).
 */
export function equalsUnknown(answer: Answer, sets: readonly (readonly Answer[])[]): boolean {
  const isAlike = (other: Answer) => other.status === answer.status && other.mediaType === answer.mediaType
  const alike = sets.map((answers) => answers.filter(isAlike)).filter((answers) => answers.length > 0)
  if (alike.length === 0) return false
  // A segment may also be a word of the message (`delete`, `get`): one form of the echo that fits is enough.
  return echoForms.some((echo) => {
    const own = shapeOf(answer, echo)
    return alike.some((answers) => {
      const shapes = answers.map(unknownShapeOf[echo])
      const volatile = volatileLeaves(shapes)
      return shapes.some((shape) => sameShape(own, shape, volatile))
    })
  })
}

/** The answers of unknown routes in words, each kind once: kept as an observation. */
export function describeUnknown(answers: readonly Answer[]): readonly string[] {
  // Also before the text is cut: the rest of an echo at the cut would differ each night.
  const described = answers.map(({ status, text, mediaType, exchange: { request } }) => {
    const steady = text === null ? null : withoutVolatile(text, request.target)
    return withoutVolatile(describeAnswer({ status, text: steady, mediaType }), request.target)
  })
  return [...new Set(described)].sort()
}
