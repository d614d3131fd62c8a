import { type Answer, isRedirect, saysGone } from '../contracts/answer.ts'
import type { Judged } from '../contracts/judge.ts'
import { equalsUnknown } from '../contracts/learning/unknown-routes.ts'
import { isAnswered, type Outcome } from '../contracts/outcome.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import { isDecided } from '../evidence/verdict.ts'
import { detailed } from '../fixtures/catalog/catalog.ts'
import { headerValue } from '../fixtures/headers.ts'
import type { LoadRecord } from '../load/record.ts'

/** So many operations must have been asked before it means anything that none of them showed itself. */
const enoughOperations = 20

const isAsked = (finding: Finding) => checkOf(finding) === 'catalog.reachable' && finding.verdict !== 'not-exercised'

/** How many operations were asked whether they are there, where not one of them could be told; 0 where one could. */
export function untoldOperations(findings: readonly Finding[]): number {
  const asked = findings.filter(isAsked)
  return asked.some(isDecided) ? 0 : asked.length
}

const wholeAnswers = (outcomes: readonly Outcome[]) => outcomes.filter(isAnswered).map(({ answer }) => answer)

const isAbsent = (status: number) => saysGone({ status })

const isKeyed = ({ probe }: Outcome) => probe.credential === 'eligible'

/** The plain listing, which every run with a key asks: it is served to an eligible one (O6a). */
const isPlainListing = ({ probe }: Outcome) =>
  probe.operation === detailed['details-list'] && (probe.purpose === 'plain' || probe.purpose === 'valid')

/** What to look at where every answer was of one kind, the last being whether the right service was asked. */
function doubtOf(statuses: readonly number[]): string {
  const isAll = (is: (status: number) => boolean) => statuses.length > 0 && statuses.every(is)
  if (isAll((status) => status === 429)) return 'is a limit still on?'
  if (isAll((status) => status >= 500)) return 'is what stands behind it up?'
  if (isAll(isAbsent)) return 'is its base path right, and is this the Platform API?'
  if (isAll((status) => status === 403))
    return 'may the key, or this address, do anything there, and is this the Platform API?'
  return 'is this the Platform API?'
}

/** True where the key gets on the plain listing what it gets on routes that nobody lists. */
function isListingUnknown(outcomes: readonly Outcome[]): boolean {
  const keyed = outcomes.filter(isKeyed)
  const unknown = [wholeAnswers(keyed.filter(({ probe }) => probe.purpose === 'unknown-route'))]
  const listed = wholeAnswers(keyed.filter(isPlainListing))
  return listed.length > 0 && listed.every((answer) => equalsUnknown(answer, unknown))
}

/**
 * A run with a key in which not one of many operations could be told from a route that nobody lists proves nothing; nor does one
 * of few where the listing could not either.
 */
function nothingReached(findings: readonly Finding[], outcomes: readonly Outcome[]): string | null {
  const untold = untoldOperations(findings)
  // Where routes that nobody lists got no answer there was nothing to tell an operation from.
  const compared = findings.filter((finding) => isAsked(finding) && finding.cause !== 'not-compared').length
  if (untold === 0 || (compared < enoughOperations && !isListingUnknown(outcomes))) return null
  const which = untold === 1 ? 'The operation asked for could not' : `Not one of ${untold} operations could`
  const got = statusesIn(answersOf(outcomes.filter(isKeyed)))
  const alone = got.length === 1 ? ` that got ${got[0]} alone` : ''
  return `${which} be told from routes that nobody lists, with a key${alone}: ${doubtOf(got)}`
}

const servesNothing = (status: number) => isAbsent(status) || status === 429 || status >= 500

/** What the listed operations answered. */
function answersOf(outcomes: readonly Outcome[]) {
  return outcomes
    .filter(({ probe }) => probe.operation !== null)
    .flatMap(({ probe, attempts }) =>
      attempts.flatMap(({ response }) =>
        response === null ? [] : [{ operation: probe.operation, status: response.status }],
      ),
    )
}

const statusesIn = (answers: readonly { readonly status: number }[]) =>
  [...new Set(answers.map(({ status }) => status))].sort((one, other) => one - other)

/**
 * Whichever checks were selected: a deployment serves something to an eligible key, at least the listing without a query
 * (O6a), which every run asks. Where many operations got nothing but 404, something else stands there; so it does where few did,
 * and the listing got what routes get that nobody lists: the base address is wrong.
 */
function nothingServed(outcomes: readonly Outcome[]): string | null {
  const answered = answersOf(outcomes.filter(isKeyed))
  const operations = new Set(answered.map(({ operation }) => operation)).size
  const statuses = statusesIn(answered)
  if (!statuses.every(servesNothing) || !statuses.some(isAbsent)) return null
  // The listing alone may be what is missing.
  if (operations < enoughOperations && (operations < 2 || !isListingUnknown(outcomes))) return null
  return `Each of ${operations} operations answered ${statuses.join(' or ')} to the key: ${doubtOf(statuses)}`
}

/** One refusal for everything, the plain listing with and without the key included, where nobody asked what is there. */
function refusedAlike(findings: readonly Finding[], outcomes: readonly Outcome[], hasKey: boolean): string | null {
  const [status, ...others] = statusesIn(answersOf(outcomes))
  const isTold = findings.some((finding) => checkOf(finding) === 'catalog.reachable' && isDecided(finding))
  const listing = outcomes.filter(isPlainListing).filter((outcome) => !hasKey || isKeyed(outcome))
  if (status === undefined || others.length > 0 || isTold || wholeAnswers(listing).length === 0) return null
  if (status < 400 || status === 401) return null
  // Without a key, 403 may be a deployment that says the wrong thing to whoever has none: that is blamed, and stays so.
  if (hasKey ? servesNothing(status) : ![400, 404, 410].includes(status)) return null
  return `Everything that is listed answered ${status}, ${hasKey ? 'with a key and without' : 'without a key'}: ${doubtOf([status])}`
}

/** What a server of pages says: to each method the same status, whatever the path, never a JSON value, and nobody asked for a key. */
function pagesAlone(outcomes: readonly Outcome[]): string | null {
  const asked = outcomes.filter(({ probe }) => probe.operation !== null)
  const answers = wholeAnswers(asked)
  const operations = new Set(asked.map(({ probe }) => probe.operation)).size
  if (operations < enoughOperations || answers.length === 0) return null
  const byMethod = Map.groupBy(answers, ({ exchange }) => exchange.request.method)
  const isAlike = [...byMethod.values()].every((alike) => statusesIn(alike).length === 1)
  const isDown = answers.every(({ status }) => status === 429 || status >= 500)
  const isPage = (answer: Answer) => answer.status !== 401 && !isRedirect(answer) && typeof answer.json !== 'object'
  if (isDown || !isAlike || !answers.every(isPage)) return null
  const methodsOf = Map.groupBy(byMethod, ([, [first]]) => first?.status)
  const told = [...methodsOf].map(([status, methods]) => `${status} to ${methods.map(([method]) => method).join(', ')}`)
  return `Each of ${operations} operations answered without JSON (${told.join('; ')}): ${doubtOf(statusesIn(answers))}`
}

/** Why something else than the Platform API seems to stand there, or null. */
export function strangerDoubt({ findings, outcomes }: Judged, hasKey: boolean): string | null {
  const all = [...outcomes.values()]
  return (
    pagesAlone(all) ??
    (hasKey ? nothingReached(findings, all) : null) ??
    nothingServed(all) ??
    refusedAlike(findings, all, hasKey)
  )
}

/** Load alone: many reads, the listing among them, which a key is owed (O6a), and not one of them got anything but a refusal. */
function nothingServedUnderLoad(load: LoadRecord | null): string | null {
  const tallies = (load?.scenarios ?? []).flatMap(({ measured }) => measured?.operations ?? [])
  const asked = tallies.filter(({ requests }) => requests > 0)
  const statuses = [...new Set(asked.flatMap((tally) => Object.keys(tally.statuses).map(Number)))].toSorted()
  // A key that is refused, and a limit that is still on, are told otherwise.
  const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 401 && status !== 403
  if (!statuses.every(isRefusal) || statuses.every((status) => status === 429)) return null
  const operations = new Set(asked.map(({ operation }) => operation))
  if (operations.size < enoughOperations || !operations.has(detailed['details-list'])) return null
  return `Not one of ${operations.size} operations got anything but ${statuses.join(' or ')} under load: ${doubtOf(statuses)}`
}

const isHtml = ({ response }: Exchange) => /html/i.test(headerValue(response?.headers ?? [], 'Content-Type') ?? '')

/** Load alone: whatever was served is a page, the listing too, which is shown to be JSON (§2), or many reads. Of a success nothing else is kept. */
function nothingButPages(exchanges: readonly Exchange[]): string | null {
  const isServed = ({ source, response }: Exchange) =>
    source === 'load' && response !== null && response.status >= 200 && response.status < 300
  const served = exchanges.filter(isServed)
  const operations = new Set(served.map(({ operation }) => operation))
  if (!served.every(isHtml)) return null
  if (operations.size < enoughOperations && !operations.has(detailed['details-list'])) return null
  return 'All that was served under load were pages of HTML: is this the Platform API, and its base path right?'
}

/** The same of load alone. */
export function strangerUnderLoad(load: LoadRecord | null, exchanges: readonly Exchange[]): string | null {
  return nothingServedUnderLoad(load) ?? nothingButPages(exchanges)
}
