import { type Observation, type ObservedValue, sortedObservations } from '../../evidence/observation.ts'
import { headerValue } from '../../fixtures/headers.ts'
import type { Answer } from '../answer.ts'
import { credentials } from '../credentials.ts'
import { changeWords } from '../describe-probe.ts'
import { withoutVolatile } from '../equal-answers.ts'
import { codesAmong, textsByPlace } from '../error-code.ts'
import { unnamedId, valueWord } from '../identifiers.ts'
import { onlyOnce } from '../only-once.ts'
import { type Answered, isKeyed, type Outcome } from '../outcome.ts'
import type { Probe } from '../probe.ts'
import { pagingObservations } from './paging.ts'
import { referenceObservations } from './references.ts'
import { shapeOf } from './shape.ts'

/** Headers that say something of the contract and nothing of the moment. */
const told = ['WWW-Authenticate', 'Allow', 'Deprecation', 'Sunset'] as const

/** True for a whole answer, and for a server error that came again. */
const counts = (outcome: Outcome): outcome is Answered =>
  outcome.kind === 'answer' || (outcome.kind === 'server-error' && outcome.repeated)

/** True where a probe has no answer that counts, or was not sent for a reason other than `not-arisen`: a missing word tells nothing. */
const isPartial = (outcomes: readonly Outcome[]) =>
  outcomes.some((one) => !counts(one) && !(one.kind === 'not-sent' && one.why.cause === 'not-arisen'))

const words = (values: readonly (string | null)[]): readonly string[] =>
  [...new Set(values.filter((value) => value !== null))].toSorted()

/** The form of a redirect: absolute or relative, and to which place, without what changes from link to link. */
function redirectOf({ status, headers, exchange }: Answer): string | null {
  const location = headerValue(headers, 'Location')
  if (status < 300 || status >= 400 || location === undefined) return null
  const whole = /^([a-z][a-z0-9+.-]*:)?\/\/([^/?#]*)/i.exec(location)
  const target = exchange.request.target
  const path = withoutVolatile(location.slice(whole?.[0].length ?? 0).split(/[?#]/, 1)[0] ?? '', target)
  return `${status} to ${whole === null ? '' : (whole[1] ?? '')}${whole === null ? '' : `//${whole[2]}`}${path}`
}

/** Where documented codes stand in an answer, and which. */
function codesOf(answer: Answer): readonly string[] {
  return [...textsByPlace(answer)].flatMap(([place, texts]) =>
    words(codesAmong(texts)).map((code) => `${code} at ${place}`),
  )
}

function headersOf(answer: Answer): readonly string[] {
  return told.flatMap((name) => {
    const value = headerValue(answer.headers, name)
    if (value === undefined) return []
    if (name === 'Allow') return [`${name}: ${words(value.toUpperCase().split(/\s*,\s*/)).join(', ')}`]
    return [name === 'WWW-Authenticate' ? `${name}: ${value.split(/[ ,]/, 1)[0]}` : name]
  })
}

/** The media type of a body where it is not the usual one; `none` where a body has no media type. */
function unusualType({ mediaType, exchange: { response } }: Answer): string | null {
  if (mediaType === 'application/json') return null
  return mediaType ?? ((response?.body.bytes ?? 0) > 0 ? 'none' : null)
}

/** True for a JSON body, also for one that is too large to be kept whole: of that no place is told. */
function isJson({ json, exchange: { response } }: Answer): boolean {
  return json !== undefined || (response?.body.cut === true && response.body.json === 'valid')
}

/** The aspects of the answers to one question, with their values. Aspects that say nothing are left out. */
function aspectsOf(answers: readonly Answer[]): readonly (readonly [aspect: string, value: ObservedValue])[] {
  const aspects: [string, ObservedValue][] = [
    ['status', words(answers.map(({ status }) => String(status)))],
    // The usual media type is left out, so that another one is reported as new.
    ['media type', words(answers.map(unusualType))],
    ['code', words(answers.flatMap(codesOf))],
    ['redirect', words(answers.map(redirectOf))],
    ['headers', words(answers.flatMap(headersOf))],
  ]
  const byStatus = Map.groupBy(answers.filter(isJson), ({ status }) => status)
  for (const [status, group] of byStatus) {
    const bodies = group.map(({ json }) => json)
    aspects.push([`body of ${status}`, shapeOf(bodies.filter((body) => body !== undefined))])
  }
  return aspects.filter(([, value]) => !Array.isArray(value) || value.length > 0)
}

/** Words for a body. The controls of one operation have different bodies, so each is a question of its own. */
function bodyWords({ body, method }: Probe): string | null {
  const { base, change, contentType } = body
  if (change !== undefined) return changeWords(change)
  const isPlain = base === 'none' || (base === 'empty-object' && method !== 'GET')
  const words = isPlain ? null : `body ${base}`
  return contentType === undefined ? words : [words, `sent as ${contentType}`].filter((part) => part !== null).join(' ')
}

function queryWords({ query }: Probe): string | null {
  const parts = query.set.map(([name, value]) => `${name}=${value.length > 12 ? `${value.slice(0, 12)}…` : value}`)
  const words = [...(query.base === 'none' ? [] : [query.base]), ...parts].join('&')
  return words === '' ? null : `query ${words}`
}

/** Words for an identifier. One that the settings do not name counts as made up: once they name it, the question is another one. */
function valueWords({ probe: { path, value }, attempts }: Outcome, seed: number): string | null {
  if (!path.includes('{')) return null
  const unnamed = value === 'known' ? unnamedId(path, seed) : null
  const isMadeUp = unnamed !== null && attempts.some(({ request }) => request.target.includes(unnamed))
  const word = valueWord(isMadeUp ? 'made-up-1' : value)
  return word === null ? null : `identifier ${word}`
}

/** Words for what a probe asks, without identifiers, seed or order: nights that plan in different ways have the same words for it. */
function questionWords(outcome: Outcome, seed: number): string {
  const { probe } = outcome
  const isSecond = probe.nth > 0 && isKeyed(outcome)
  const parts = [valueWords(outcome, seed), queryWords(probe), bodyWords(probe), isSecond ? 'a second time' : null]
  return [credentials[probe.credential].words, ...parts.filter((part) => part !== null)].join(', ')
}

/**
 * What each operation, and each group of unknown routes, answered to each question. It is the same from night to night while the
 * deployment does not change, and has the same words however the questions were planned.
 */
export function observationsIn(outcomes: Iterable<Outcome>, seed: number): readonly Observation[] {
  const told = [...outcomes].filter(({ probe }) => probe.purpose !== 'witness')
  const sharedSubject = onlyOnce<string>((subject) => subject)
  const sharedValue = onlyOnce<ObservedValue>(JSON.stringify)
  const observed = [...Map.groupBy(told, ({ probe }) => probe.operation)].flatMap(([operation, own]) => {
    const asked = [...Map.groupBy(own, (one) => `${routeWords(one.probe)}${questionWords(one, seed)}`)]
    const aspects = asked.flatMap(([question, group]) =>
      aspectsOf(group.filter(counts).map(({ answer }) => answer)).map(([aspect, value]) => ({
        operation,
        subject: sharedSubject(`${question}: ${aspect}`),
        value: sharedValue(value),
        ...(isPartial(group) ? ({ partial: true } as const) : {}),
      })),
    )
    if (operation === null) return aspects
    return [...aspects, ...pagingObservations(operation, own), ...referenceObservations(operation, own)]
  })
  return sortedObservations(observed)
}

const routeWords = ({ operation, group = '' }: Probe) => (operation === null ? `unknown route ${group}, ` : '')
