import { type Exchange, endedAt, isReadiness, mayBeShedding } from '../evidence/exchange.ts'
import { type Finding, findingOf } from '../evidence/finding.ts'
import { because, inconclusive, type Judgement, type Reason } from '../evidence/judgement.ts'
import { detailed, shown } from '../fixtures/catalog/catalog.ts'
import { calledFor, conditionUnmet } from './called-for.ts'
import type { AnsweredQuestion, Check } from './check.ts'
import { checksById } from './checks/checks.ts'
import { credentials } from './credentials.ts'
import { type JudgedView, viewOf } from './judged-view.ts'
import { metLimits } from './judging/met-limits.ts'
import { learn } from './learning/learn.ts'
import type { Learned } from './learning/learned.ts'
import { type KeyValidity, keyValidity, refusedAtLast } from './learning/revocation.ts'
import { isMeanwhile, timesOfAll, toldAway, turnedAway } from './learning/turned-away.ts'
import { onlyOnce } from './only-once.ts'
import { exchangesOf, isByItself, type Outcome, outcomeOf, setAside, unsettled, type WithAnswer } from './outcome.ts'
import type { Entry, Plan, PlannedQuestion } from './plan.ts'
import { curlLines } from './reproduce.ts'

/** What a run recorded: enough to judge it again. */
export interface ContractRecording {
  readonly plan: Plan
  readonly exchanges: readonly Exchange[]
  /** By probe: why an entry was not sent although the plan did not forbid it. */
  readonly unsent: Readonly<Record<string, Reason>>
}

/** What came of a recording. */
export interface Judged {
  readonly findings: readonly Finding[]
  /** Findings about limits that the run met by chance (O11). They belong to no question. */
  readonly met: readonly Finding[]
  readonly learned: Learned
  readonly outcomes: ReadonlyMap<string, Outcome>
}

const noAttempts: readonly Exchange[] = []
const neverAsked = because('not-asked')
const awayThen = because('turned-away')
const ownKeyRefused = because('own-credential-refused')
const ownKeyRevoked = because('own-credential-revoked')
const ownKeyUnknown = because('own-credential-unknown')

/** The outcome of every entry, in the order of the plan. */
function outcomesOf(recording: ContractRecording): ReadonlyMap<string, Outcome> {
  const { plan, exchanges, unsent } = recording
  const goneAt = goneSince(recording)
  const evidence = exchanges.filter((exchange) => !isReadiness(exchange))
  const inTurn = evidence.toSorted((one, other) => one.attempt - other.attempt)
  const attempts = Map.groupBy(inTurn, (exchange) => exchange.probe)
  // A 502, 503 or 504 that one probe got by itself counts for its whole operation, unless that probe was served later.
  const speaking = [...attempts.values()].filter((own) => own.some(isByItself) && own.slice(-1).every(mayBeShedding))
  const confirmed = new Set(speaking.map(([first]) => first?.operation))
  const reason = (entry: Entry): Reason =>
    entry.barred ?? unsent[entry.probe.id] ?? (entry.when === null ? neverAsked : (entry.otherwise ?? conditionUnmet))
  return new Map(
    plan.entries.map((entry) => {
      const { probe } = entry
      const own = attempts.get(probe.id) ?? noAttempts
      const isConfirmed = confirmed.has(probe.operation)
      return [probe.id, outcomeOf(probe, own, reason(entry), plan.facts.silenceMs, goneAt, isConfirmed)]
    }),
  )
}

/** Shorter than the wait before a repeat, so that no two failures of one probe fall into it. Milliseconds. */
const stillThereMs = 150

/**
 * O12: until when a target was there that was given up, milliseconds since the epoch; else infinity. It was there when the last request
 * began that it answered below 500, and a moment longer: a request that ends it begins after those. But an answer may come long after
 * others were refused.
 */
function goneSince({ exchanges, unsent }: ContractRecording): number {
  if (!Object.values(unsent).some(({ cause }) => cause === 'target-gone')) return Number.POSITIVE_INFINITY
  return exchanges.reduce(
    (last, { failure, response, startedAt, endMs }) =>
      failure === null && (response?.status ?? 500) < 500
        ? Math.max(last, startedAt + Math.min(endMs, stillThereMs))
        : last,
    Number.NEGATIVE_INFINITY,
  )
}

/** Pure: plan and exchanges → findings, exactly one for each planned question, in the order of the plan. */
export function judge(recording: ContractRecording): Judged {
  const { plan } = recording
  const told = calledFor(plan.entries, outcomesOf(recording))
  // No operation is blamed for an answer that everybody got for a moment, or the own key while it was not valid.
  const away = [...turnedAway(plan.operations, told), ...toldAway(recording.exchanges, told)]
  const isAway = (answered: WithAnswer) => away.some((times) => isMeanwhile(answered, times))
  const steady = setAside(told, (answered) => (isAway(answered) ? awayThen : null))
  const turned = keyValidity(plan.operations, steady)
  const isLasting = turned.from === null && turned.until === null
  const keyValid = isLasting ? refusedAtLast(recording.exchanges) : turned
  const seen = setAside(steady, (answered) => outsideOf(keyValid, answered))
  const learned = { ...learn(plan, seen), keyValid, turnedAway: timesOfAll(away) }
  const accepted = viewOf(plan, seen, { ...learned, keyRefused: false })
  const refused = learned.keyRefused === false ? null : keyRefusedView(plan, seen, learned)
  const exchanges = new Map(recording.exchanges.map((exchange) => [exchange.id, exchange]))
  const curlOf = curlLines((probe) => seen.get(probe)?.probe, plan.facts)
  const shared = onlyOnce<string>((text) => text)
  const findings = plan.questions.map((question) => {
    const judgement =
      refused === null
        ? judgeQuestion(question, accepted)
        : plan.isWhole
          ? judgeQuestion(question, refused)
          : whicheverHolds(learned, judgeQuestion(question, refused), judgeQuestion(question, accepted))
    const [first] = (judgement.exchanges ?? []).flatMap((id) => exchanges.get(id) ?? [])
    const finding = findingOf(question, judgement, first === undefined ? null : curlOf(first))
    const { check, message, observed } = finding
    // Equal texts are shared: a text cut from a long answer keeps the whole answer in memory.
    const seen = observed === null ? null : shared(observed)
    return { ...finding, check: shared(check), message: shared(message), observed: seen }
  })
  const held = learned.keyRefused === true && refused !== null ? refused : accepted
  const met = metLimits(plan.operations, told.values(), learned.codeOf, curlOf)
  return { findings, met, learned: held.learned, outcomes: held.outcomes }
}

/**
 * O10, where not everything was asked: the rest might show whether the key is refused. A question is judged for both cases;
 * where a decided verdict is not the same in both, the finding is inconclusive.
 */
function whicheverHolds({ keyRefused }: Learned, refused: Judgement, accepted: Judgement): Judgement {
  const said = keyRefused === true ? refused : accepted
  const isOpen = said.verdict === 'not-exercised' || said.verdict === 'inconclusive'
  if (isOpen || refused.verdict === accepted.verdict) return said
  const cause = keyRefused === true ? 'own-credential-refused' : 'needs-others'
  return inconclusive(cause, { exchanges: accepted.exchanges ?? [] })
}

function keyRefusedView(plan: Plan, seen: ReadonlyMap<string, Outcome>, learned: Learned): JudgedView {
  const outcomes = setAside(seen, ({ probe, answer }) =>
    answer.status === 401 && credentials[probe.credential].isOwnKey ? ownKeyRefused : null,
  )
  const keyValid = { from: null, until: null }
  return viewOf(plan, outcomes, { ...learned, ...learn(plan, outcomes), keyValid, keyRefused: true })
}

/** While the own key is unknown, a 401 to a restricted key tells nothing either: keys may not be looked up. */
function outsideOf({ from, until }: KeyValidity, { probe, answer }: WithAnswer): Reason | null {
  const { isOwnKey, sendsKey } = credentials[probe.credential]
  const isRefused = (answer.status === 401 && sendsKey) || (answer.status === 403 && isOwnKey)
  if (!isRefused) return null
  if (until !== null && endedAt(answer.exchange) >= until) return ownKeyRevoked
  return from !== null && answer.exchange.startedAt <= from ? ownKeyUnknown : null
}

/** O10: the refused key is one finding, on the listing, or on the other shown operation where the listing is not selected. */
function saysKeyRefused(question: PlannedQuestion, view: JudgedView): boolean {
  if (question.check !== 'request.valid' || question.sub !== null) return false
  const selected = view.alike('request.valid').some(({ operation }) => operation === detailed['details-list'])
  return selected ? question.operation === detailed['details-list'] : shown.includes(question.operation)
}

function judgeQuestion(question: PlannedQuestion, view: JudgedView): Judgement {
  const { plan, learned } = view
  if (question.barred !== null) return { verdict: 'not-exercised', ...question.barred }
  const own = view.own(question)
  if (learned.keyRefused && saysKeyRefused(question, view)) {
    return inconclusive('own-credential-refused', { exchanges: exchangesOf(own) })
  }
  const [first] = own
  if (first?.kind === 'not-sent' && own.every((outcome) => outcome.kind === 'not-sent')) return unsettled(first)
  const operation = view.operation(question.operation)
  const { compares = () => false, judge: judgeCase }: Check = checksById[question.check]
  let others: AnsweredQuestion['others'] | undefined
  return judgeCase({
    operation,
    sub: question.sub,
    outcomes: own,
    seen: view.seen(question),
    learned,
    // Most judges compare nothing, so this is made on demand.
    get others() {
      others ??= view
        .alike(question.check)
        .map((other) => ({ question: other, operation: view.operation(other.operation) }))
        .filter((other) => other.operation !== operation && compares(operation, other.operation))
        .map((other) => ({ operation: other.operation, seen: view.seen(other.question) }))
      return others
    },
    get lacking() {
      return plan.unselected.filter((other) => compares(operation, other))
    },
  })
}
