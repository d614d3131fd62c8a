import { type Answer, isRedirect, saysGone } from '../contracts/answer.ts'
import { equalsUnknown } from '../contracts/equal-answers.ts'
import type { Judged } from '../contracts/judge.ts'
import { isAnswered, isKeyed, type Outcome } from '../contracts/outcome.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import { isDecided } from '../evidence/verdict.ts'
import { detailed } from '../fixtures/catalog/catalog.ts'
import { headerValue } from '../fixtures/headers.ts'
import type { LoadRecord } from '../load/record.ts'

/** With fewer operations it proves nothing that none of them could be told. */
const enoughOperations = 20

const isAsked = (finding: Finding) => checkOf(finding) === 'catalog.reachable' && finding.verdict !== 'not-exercised'

const leadsToOwnPath = ({ cause }: Finding) => cause === 'leads-to-own-path'

/**
 * How many operations were asked whether they exist, where not one could be told; 0 where one could. A service that sends each to another
 * writing of its own path is no other service.
 */
export function untoldOperations(findings: readonly Finding[]): number {
  const asked = findings.filter(isAsked)
  return asked.some(isDecided) || asked.every(leadsToOwnPath) ? 0 : asked.length
}

const wholeAnswers = (outcomes: readonly Outcome[]) => outcomes.filter(isAnswered).map(({ answer }) => answer)

const isAbsent = (status: number) => saysGone({ status })

/** The plain listing. Every run with a key asks it, and an eligible key is served (O6a). */
const isPlainListing = ({ probe }: Outcome) =>
  probe.operation === detailed['details-list'] && (probe.purpose === 'plain' || probe.purpose === 'valid')

/** The hint by the one kind of all answers; else it asks whether this is the Platform API at all. */
function doubtOf(statuses: readonly number[]): string {
  const isAll = (is: (status: number) => boolean) => statuses.length > 0 && statuses.every(is)
  if (isAll((status) => status === 429)) return 'is a limit still on?'
  if (isAll((status) => status >= 500)) return 'is what stands behind it up?'
  if (isAll((status) => status === 407)) return 'does a proxy ask for user and password?'
  if (isAll(isAbsent)) return 'is its base path right, and is this the Platform API?'
  if (isAll((status) => status === 403))
    return 'may the key, or this address, do anything there, and is this the Platform API?'
  return 'is this the Platform API?'
}

/** True where the plain listing answers the key like an unknown route. */
function isListingUnknown(outcomes: readonly Outcome[]): boolean {
  const keyed = outcomes.filter(isKeyed)
  const unknown = [wholeAnswers(keyed.filter(({ probe }) => probe.purpose === 'unknown-route'))]
  const listed = wholeAnswers(keyed.filter(isPlainListing))
  return listed.length > 0 && listed.every((answer) => equalsUnknown(answer, unknown))
}

/**
 * The doubt where not one of many operations could be told from unknown routes, with a key. Of few operations it is a doubt only where the
 * listing could not be told either.
 */
function nothingReached(findings: readonly Finding[], outcomes: readonly Outcome[]): string | null {
  const untold = untoldOperations(findings)
  // Without an answer of an unknown route there was nothing to compare with.
  const compared = findings.filter((finding) => isAsked(finding) && finding.cause !== 'not-compared').length
  if (untold === 0 || (compared < enoughOperations && !isListingUnknown(outcomes))) return null
  const which = untold === 1 ? 'The operation asked for could not' : `Not one of ${untold} operations could`
  const got = statusesIn(answersOf(outcomes.filter(isKeyed)))
  const alone = got.length === 1 ? ` that got ${got[0]} alone` : ''
  return `${which} be told from routes that nobody lists, with a key${alone}: ${doubtOf(got)}`
}

const servesNothing = (status: number) => isAbsent(status) || status === 429 || status >= 500

/** The operations and statuses of all answers by listed operations. */
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
 * The doubt where no operation served the key, whatever checks were selected. A deployment serves an eligible key at least the listing
 * without a query (O6a), which every run asks. Many operations with 404 are another service. Few are one only where the listing answers
 * like an unknown route: the base address is then wrong.
 */
function nothingServed(outcomes: readonly Outcome[]): string | null {
  const answered = answersOf(outcomes.filter(isKeyed))
  const operations = new Set(answered.map(({ operation }) => operation)).size
  const statuses = statusesIn(answered)
  if (!statuses.every(servesNothing) || !statuses.some(isAbsent)) return null
  // Perhaps only the listing is missing.
  if (operations < enoughOperations && (operations < 2 || !isListingUnknown(outcomes))) return null
  return `Each of ${operations} operations answered ${statuses.join(' or ')} to the key: ${doubtOf(statuses)}`
}

/** The doubt where all answers are one refusal, even of the plain listing, and no finding tells whether an operation exists. */
function refusedAlike(findings: readonly Finding[], outcomes: readonly Outcome[], hasKey: boolean): string | null {
  const [status, ...others] = statusesIn(answersOf(outcomes))
  const isTold = findings.some((finding) => checkOf(finding) === 'catalog.reachable' && isDecided(finding))
  const listing = outcomes.filter(isPlainListing).filter((outcome) => !hasKey || isKeyed(outcome))
  if (status === undefined || others.length > 0 || isTold || wholeAnswers(listing).length === 0) return null
  if (status < 400 || status === 401) return null
  // Without a key, a 403 may be a wrong answer to a missing key: that is a violation and stays one.
  if (hasKey ? servesNothing(status) : ![400, 404, 410].includes(status)) return null
  return `Everything that is listed answered ${status}, ${hasKey ? 'with a key and without' : 'without a key'}: ${doubtOf([status])}`
}

/**
 * The doubt where a server of web pages answers: one status for each method, whatever the path, no JSON object or list, never a 401. Of few
 * operations it is one only where the listing is among them, which is shown to be JSON (§2), and unknown routes get no other answers.
 */
function pagesAlone(outcomes: readonly Outcome[]): string | null {
  const listed = outcomes.filter(({ probe }) => probe.operation !== null)
  const operations = new Set(listed.map(({ probe }) => probe.operation)).size
  const isFew = operations < enoughOperations
  const answers = wholeAnswers(isFew ? outcomes : listed)
  const isListingSeen = wholeAnswers(outcomes.filter((one) => isKeyed(one) && isPlainListing(one))).length > 0
  if (answers.length === 0 || (isFew && (operations < 2 || !isListingSeen))) return null
  const byMethod = Map.groupBy(answers, ({ exchange }) => exchange.request.method)
  const isAlike = [...byMethod.values()].every((alike) => statusesIn(alike).length === 1)
  const isDown = answers.every(({ status }) => status === 429 || status >= 500)
  const isPage = (answer: Answer) => answer.status !== 401 && !isRedirect(answer) && typeof answer.json !== 'object'
  if (isDown || !isAlike || !answers.every(isPage)) return null
  const methodsOf = Map.groupBy(byMethod, ([, [first]]) => first?.status)
  const told = [...methodsOf].map(([status, methods]) => `${status} to ${methods.map(([method]) => method).join(', ')}`)
  return `Each of ${operations} operations answered without JSON (${told.join('; ')}): ${doubtOf(statusesIn(answers))}`
}

/** Why the target seems to be something else than the Platform API, or null. */
export function strangerDoubt({ findings, outcomes }: Judged, hasKey: boolean): string | null {
  const all = [...outcomes.values()]
  return (
    pagesAlone(all) ??
    (hasKey ? nothingReached(findings, all) : null) ??
    nothingServed(all) ??
    refusedAlike(findings, all, hasKey)
  )
}

/** Load alone: the doubt where many reads got only refusals. The listing must be among them, which serves an eligible key (O6a). */
function nothingServedUnderLoad(load: LoadRecord | null): string | null {
  const tallies = (load?.scenarios ?? []).flatMap(({ measured }) => measured?.operations ?? [])
  const asked = tallies.filter(({ requests }) => requests > 0)
  const statuses = [...new Set(asked.flatMap((tally) => Object.keys(tally.statuses).map(Number)))].toSorted()
  // Other doubts tell about a refused key and about a limit that is still on.
  const isRefusal = (status: number) => status >= 400 && status < 500 && status !== 401 && status !== 403
  if (!statuses.every(isRefusal) || statuses.every((status) => status === 429)) return null
  const operations = new Set(asked.map(({ operation }) => operation))
  if (operations.size < enoughOperations || !operations.has(detailed['details-list'])) return null
  return `Not one of ${operations.size} operations got anything but ${statuses.join(' or ')} under load: ${doubtOf(statuses)}`
}

const isHtml = ({ response }: Exchange) => /html/i.test(headerValue(response?.headers ?? [], 'Content-Type') ?? '')

/** Load alone: the doubt where every success is a page of HTML: of the listing, which is shown to be JSON (§2), or of many reads. */
function nothingButPages(exchanges: readonly Exchange[]): string | null {
  const isServed = ({ source, response }: Exchange) =>
    source === 'load' && response !== null && response.status >= 200 && response.status < 300
  const served = exchanges.filter(isServed)
  const operations = new Set(served.map(({ operation }) => operation))
  if (!served.every(isHtml)) return null
  if (operations.size < enoughOperations && !operations.has(detailed['details-list'])) return null
  return 'All that was served under load were pages of HTML: is this the Platform API, and its base path right?'
}

/** Why the target of a run of load alone seems to be something else than the Platform API, or null. */
export function strangerUnderLoad(load: LoadRecord | null, exchanges: readonly Exchange[]): string | null {
  return nothingServedUnderLoad(load) ?? nothingButPages(exchanges)
}
