import { type Judgement, violation } from '../../evidence/judgement.ts'
import { describeAnswer } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import type { Learned } from '../learning/learned.ts'
import { type Answered, exchangesOf, isAnswered } from '../outcome.ts'
import { likeId } from '../probe.ts'
import { likeUnknown, looksMissing, neighbours } from './compared.ts'
import { isAbsent, toldApartAmong } from './missing-resources.ts'

/** Where this many answers of other operations right before, or right after, are all 404 or 410, the fault is not the operation's. */
const besides = 3

/** Fewest operations that come and go, and answers to the own key: a replica that lacks these operations would show in the answers. */
const fewestHidden = { operations: 3, keyed: 10 }

const startedAt = ({ answer }: Answered) => answer.exchange.startedAt
const inTime = (some: readonly Answered[]) => some.toSorted((one, other) => startedAt(one) - startedAt(other))
const isPlainWithKey = ({ probe }: Answered) => probe.credential === 'eligible' && probe.purpose === 'plain'

/**
 * O1: some replica lacks the operation where one and the same probe without a key gets the 404 of an unknown route, then an answer, then
 * that 404 again. The first 404 may be an answer to the key instead. One change alone may be a deployment. A 404 that others got at that
 * time too may be about everybody (O10).
 */
export function missingOnSome(evidence: AnsweredQuestion): Judgement | null {
  const { operation, outcomes, seen, learned } = evidence
  const plain = outcomes.find(({ probe }) => probe.credential === 'none' && probe.purpose === 'plain')?.probe
  if (plain === undefined) return null
  const asked = inTime(
    seen.filter(isAnswered).filter(({ kind, probe }) => kind === 'answer' && likeId(probe, { nth: 0 }) === plain.id),
  )
  const isMissing = (one: Answered) => looksMissing(one, learned)
  const without = asked.filter(isMissing)
  const isBefore = (one: Answered) => without.some((other) => startedAt(one) < startedAt(other))
  // An operation that names no resource lacks none, so its 404 to the key is about the route.
  const keyed = operation.namesOneResource ? [] : outcomes.filter(isAnswered).filter(isPlainWithKey).filter(isMissing)
  const all = inTime([...asked, ...keyed.filter(isBefore)])
  const gone = all.filter(isMissing)
  const isInTurn = (some: readonly Answered[]) => {
    const between = all.slice(all.indexOf(some[0] as Answered), all.indexOf(some.at(-1) as Answered))
    return some.length >= 2 && between.some((one) => isThere(one, learned))
  }
  if (!isInTurn(gone)) return null
  const alone = gone.filter((one) => !isSaidToAll(one, evidence))
  if (!isInTurn(alone)) return null
  if (operation.namesOneResource && toldApartAmong(gone, evidence) === null) return null
  if (isHiddenInTurn(evidence)) return null
  const [first] = gone
  const detail = {
    expected: 'an answer that unknown paths do not get, each time',
    observed: first === undefined ? '' : describeAnswer(first.answer),
    exchanges: exchangesOf(all),
  }
  return violation('not-there-in-turn', detail, { gone: gone.length, asked: all.length })
}

const isThere = (one: Answered, learned: Learned) => !isAbsent(one) && likeUnknown(one, learned) === false

/** §5.5: true where one of two versions may hide operations from whoever has no key. The own key never gets their 404 then. */
function isHiddenInTurn(evidence: AnsweredQuestion): boolean {
  const { learned, seen } = evidence
  const others = neighbours(evidence, 'anywhere').filter(({ answers }) => {
    const keyless = answers.filter(({ probe }) => probe.credential === 'none')
    return keyless.some((one) => looksMissing(one, learned)) && keyless.some((one) => isThere(one, learned))
  })
  const keyed = [...seen.filter(isAnswered), ...others.flatMap(({ answers }) => answers)].filter(
    ({ probe }) => probe.credential === 'eligible',
  )
  const isMuch = others.length >= fewestHidden.operations && keyed.length >= fewestHidden.keyed
  return isMuch && !keyed.some((one) => looksMissing(one, learned))
}

/** True where the probes of other operations right before, or right after, all got a 404 or 410. */
function isSaidToAll(own: Answered, evidence: AnsweredQuestion): boolean {
  const others = neighbours(evidence, 'anywhere').flatMap(({ answers }) => answers)
  const at = startedAt(own)
  const sides = [
    others.filter((one) => startedAt(one) <= at).toSorted((one, other) => startedAt(other) - startedAt(one)),
    others.filter((one) => startedAt(one) >= at).toSorted((one, other) => startedAt(one) - startedAt(other)),
  ]
  return sides.some((side) => side.length > 0 && side.slice(0, besides).every(isAbsent))
}
