import { codeFor } from '../../fixtures/errors.ts'
import type { Answer } from '../answer.ts'
import { type CodePlace, type CodePlaces, codesAmong, namedBy, textsByPlace, togetherOf } from '../error-code.ts'

/**
 * O5a. A place is learned where it held the paired code, and no other code, with at least two different statuses. A list that names
 * all codes, a title, a number and the kind of an error never do.
 */
export function learnCodePlaces(answers: readonly Answer[], isWhole = true): CodePlaces {
  const paired = answers.flatMap((answer) => {
    const code = codeFor(answer.status)
    const held = code === null ? [] : [...textsByPlace(answer)].filter(([, texts]) => codesAmong(texts).join() === code)
    return held.map(([place]) => [place, answer.status] as const)
  })
  const held = withSeveralStatuses(paired)
  const places = held.filter((place) => !namesKinds(place, held, answers))
  const anywhere = new Set(paired.map(([, status]) => status)).size < 2 || places.length === 0
  return { places: places.sort(), anywhere, together: anywhere ? namedTogether(answers) : [], isWhole }
}

/** The texts that came with two statuses or more. */
function withSeveralStatuses(seen: readonly (readonly [text: string, status: number])[]): readonly string[] {
  const byText = Map.groupBy(seen, ([text]) => text)
  return [...byText].filter(([, own]) => new Set(own.map(([, status]) => status)).size >= 2).map(([text]) => text)
}

/**
 * O5a: true for a place that says the kind of an error, as `type: invalid_request` beside `code: not_found`, or the errors before it. It holds
 * another code at three operations or more that share the beginning of their paths and got one status, while the right one stands at
 * another place. A kind is never the right one there; earlier errors are now and then, but all over the service.
 */
function namesKinds(place: CodePlace, places: readonly CodePlace[], answers: readonly Answer[]): boolean {
  const others = places.filter((other) => other !== place)
  const seen = new Map<string, { isRight: boolean; readonly wrong: Set<string> }>()
  for (const answer of answers) {
    const { status, exchange } = answer
    const right = codeFor(status)
    if (right === null || exchange.operation === null || others.length === 0) continue
    const texts = textsByPlace(answer)
    const own = codesAmong(texts.get(place))
    if (own.length === 0 || !others.some((other) => codesAmong(texts.get(other)).join() === right)) continue
    const [, , area] = exchange.operation.split('/')
    const there = seen.get(`${status} ${area}`) ?? { isRight: false, wrong: new Set() }
    seen.set(`${status} ${area}`, there)
    if (own.includes(right)) there.isRight = true
    else there.wrong.add(exchange.operation)
  }
  const groups = [...seen.values()].filter(({ wrong }) => wrong.size >= 3)
  return groups.length >= 3 || groups.some(({ isRight }) => !isRight)
}

/** O5a: finds the codes that a help text names whatever the status: several together, with two statuses or more. */
function namedTogether(answers: readonly Answer[]): readonly string[] {
  const told = answers.filter(({ status }) => codeFor(status) !== null)
  const named = told.map((answer) => ({ codes: namedBy(answer), status: answer.status }))
  return withSeveralStatuses(
    named.filter(({ codes }) => codes.length > 1).map(({ codes, status }) => [togetherOf(codes), status]),
  )
}
