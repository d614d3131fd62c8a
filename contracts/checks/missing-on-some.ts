import { type Judgement, violation } from '../../evidence/judgement.ts'
import { describeAnswer } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import type { Learned } from '../learning/learned.ts'
import { type Answered, exchangesOf, isAnswered } from '../outcome.ts'
import { likeId } from '../probe.ts'
import { likeUnknown, looksMissing, neighbours } from './compared.ts'
import { isAbsent, missingResourceLooksDifferent } from './missing-resources.ts'

/** So many answers of others before and after one must not all say that nothing is there: then it is about none of them. */
const besides = 3

/** So many others in turn, and answers of theirs to the own key: a replica that lacks all of them would have given one of these. */
const fewestHidden = { operations: 3, keyed: 10 }

const startedAt = ({ answer }: Answered) => answer.exchange.startedAt
const inTime = (some: readonly Answered[]) => some.toSorted((one, other) => startedAt(one) - startedAt(other))
const isPlainWithKey = ({ probe }: Answered) => probe.credential === 'eligible' && probe.purpose === 'plain'

/**
 * O1: the very same question without a key is answered, and before and after it gets what an unknown route gets: the operation is
 * missing on some replica. With the key it may have got that before, too. One change may be a deployment, and everybody may be sent away
 * for a moment (O10): what others got at that time tells.
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
  // What names no resource has none that could be missing for the key.
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
  if (operation.namesOneResource && missingResourceLooksDifferent(gone, evidence) === null) return null
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

/** §5.5: one of two versions may hide from whoever has no key what the other asks one for. Nothing is hidden from the own key then. */
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

/** Whoever asked something else just before, or just after, got that nothing is there. */
function isSaidToAll(own: Answered, evidence: AnsweredQuestion): boolean {
  const others = neighbours(evidence, 'anywhere').flatMap(({ answers }) => answers)
  const at = startedAt(own)
  const sides = [
    others.filter((one) => startedAt(one) <= at).toSorted((one, other) => startedAt(other) - startedAt(one)),
    others.filter((one) => startedAt(one) >= at).toSorted((one, other) => startedAt(one) - startedAt(other)),
  ]
  return sides.some((side) => side.length > 0 && side.slice(0, besides).every(isAbsent))
}
