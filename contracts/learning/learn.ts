import { oncePer } from '../../evidence/once-per.ts'
import { wrongBase } from '../../evidence/redirects.ts'
import { shown } from '../../fixtures/catalog/catalog.ts'
import { besideGroupOf, groupOf, outsideGroupOf } from '../../fixtures/catalog/routes.ts'
import { type Answer, answerOf } from '../answer.ts'
import { holds } from '../condition.ts'
import type { Credential } from '../credentials.ts'
import { readCode } from '../error-code.ts'
import { mayBeAboutRequest, wantingKey } from '../look.ts'
import { isAnswered, type Outcome } from '../outcome.ts'
import type { Plan } from '../plan.ts'
import { kindOf } from '../probe.ts'
import { seemsGone } from '../probes/requests.ts'
import { learnCodePlaces } from './code-places.ts'
import { learnInTurn } from './in-turn.ts'
import type { Learned } from './learned.ts'
import { learnShedding } from './shedding.ts'
import { learnWitnesses } from './witnesses.ts'

/** Learns from everything that came back, before the first judgement. */
export function learn(plan: Plan, outcomes: ReadonlyMap<string, Outcome>): Omit<Learned, 'keyValid' | 'turnedAway'> {
  const all = [...outcomes.values()]
  const exchanges = all.flatMap((outcome) => outcome.attempts)
  const answers = exchanges.map(answerOf).filter((answer): answer is Answer => answer !== null)
  const codePlaces = learnCodePlaces(answers, plan.isWhole)
  const unknown = unknownRoutes(all)
  const noneAnswered = neverAnswered(all)
  // Unknown routes beside a folder are asked where an operation in it seems to be missing. They tell only of such operations, and not of
  // session operations, which are asked last.
  const groups = new Map(
    plan.operations.map((operation) => {
      const isGone = holds(seemsGone([operation], plan.facts), (id) => outcomes.get(id))
      const beside = isGone && operation.effect !== 'session' ? [besideGroupOf(operation)] : []
      return [operation.id as string, [groupOf(operation), ...beside, outsideGroupOf(operation)]]
    }),
  )
  return {
    codePlaces,
    codeOf: oncePer((answer) => readCode(answer, codePlaces)),
    unknownFor({ probe }) {
      const sets = (groups.get(probe.operation ?? '') ?? []).map((group) => unknown.get(`${group} ${kindOf(probe)}`))
      // Where unknown routes never get an answer, any answer shows that the operation is there.
      if (noneAnswered && sets[0] !== undefined) return sets.slice(0, 1).filter((set) => set !== undefined)
      // The other groups only add to its own group: without answers of that one, nothing can be compared.
      return (sets[0]?.length ?? 0) === 0 ? [] : sets.filter((set) => set !== undefined)
    },
    comeInTurn: learnInTurn([...unknown.values()]),
    keyRefused: isKeyRefused(plan, all),
    witnesses: learnWitnesses(all),
    isMoved: wrongBase(exchanges, plan.facts.baseUrl) !== null,
    shedding: learnShedding(plan.operations, all),
    anyAnswer: answers.length > 0,
  }
}

/** The unlisted routes' answers by group and kind of probe. */
function unknownRoutes(all: readonly Outcome[]): ReadonlyMap<string, readonly Answer[]> {
  const unlisted = all.filter((outcome) => outcome.probe.purpose === 'unknown-route')
  const byKind = Map.groupBy(unlisted, ({ probe }) => `${probe.group} ${kindOf(probe)}`)
  return new Map([...byKind].map(([kind, outcomes]) => [kind, outcomes.filter(isAnswered).map(({ answer }) => answer)]))
}

/** The silence of fewer unknown routes may be an outage. */
const fewestUnanswered = 12

/** True where unknown routes were asked again and again, and none of them ever got an answer. */
function neverAnswered(all: readonly Outcome[]): boolean {
  const asked = all.filter(({ probe, kind }) => probe.purpose === 'unknown-route' && kind !== 'not-sent')
  return asked.length >= fewestUnanswered && asked.every(({ kind }) => kind === 'no-answer')
}

/** O10: true where the shown operations answer the eligible key with 401, and no protected one accepts it. Null where nothing tells. */
function isKeyRefused({ operations, isWhole, facts }: Plan, all: readonly Outcome[]): boolean | null {
  const byOperation = Map.groupBy(all, ({ probe }) => probe.operation)
  const answeredTo = (id: string, credential: Credential) =>
    (byOperation.get(id) ?? []).flatMap((outcome) =>
      outcome.kind === 'answer' && outcome.probe.credential === credential && !mayBeAboutRequest(outcome)
        ? [outcome.answer.status]
        : [],
    )
  const keyed = (id: string) => answeredTo(id, 'eligible')
  // A refusal that a request without a key gets too (405, a missing route, a crash) says nothing of the key.
  const both = shown.flatMap((id) => {
    const toAnyone = answeredTo(id, 'none').filter((status) => status !== 401 && status >= 400)
    return keyed(id).filter((status) => !toAnyone.includes(status))
  })
  if (!both.every((status) => status === 401) || (both.length === 0 && shown.flatMap(keyed).length > 0)) return false
  const wanting = wantingKey(all)
  const isTaken = operations.some(({ id }) => wanting.has(id) && keyed(id).some((status) => status !== 401))
  if (isTaken) return false
  if (both.length > 0) return true
  return isWhole || !facts.hasKey ? false : null
}
