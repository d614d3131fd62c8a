import { type Judgement, violation } from '../../evidence/judgement.ts'
import { describeAnswer } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { exchangesOf, isKeyed, isKeyless } from '../outcome.ts'
import { likeId } from '../probe.ts'
import { type ComparedAnswer, comparedIn, isUnlike, looksMissing, neighbours } from './compared.ts'
import { toldApartAmong } from './missing-resources.ts'

/** Where this many answers of other operations right before, or right after, are all 404 or 410, the fault is not the operation's. */
const besides = 3

/** Fewest operations that come and go, and answers to the own key: a replica that lacks these operations would show in the answers. */
const fewestHidden = { operations: 3, keyed: 10 }

const startedAt = ({ answer }: ComparedAnswer) => answer.exchange.startedAt
const inTime = (some: readonly ComparedAnswer[]) => some.toSorted((one, other) => startedAt(one) - startedAt(other))
const isThere = (one: ComparedAnswer) => !one.isAbsent && isUnlike(one)

/**
 * O1: some replica lacks the operation where one and the same probe without a key gets the 404 of an unknown route, then an answer, then
 * that 404 again. The first 404 may be an answer to the key instead. One change alone may be a deployment. A 404 that others got at that
 * time too may be about everybody (O10).
 */
export function missingOnSome(evidence: AnsweredQuestion): Judgement | null {
  const { operation, outcomes, seen, learned } = evidence
  const plain = outcomes.find((one) => isKeyless(one) && one.probe.purpose === 'plain')?.probe
  if (plain === undefined) return null
  const asked = inTime(
    comparedIn(seen, learned).filter(({ kind, probe }) => kind === 'answer' && likeId(probe, { nth: 0 }) === plain.id),
  )
  const without = asked.filter(looksMissing)
  const isBefore = (one: ComparedAnswer) => without.some((other) => startedAt(one) < startedAt(other))
  // An operation that names no resource lacks none, so its 404 to the key is about the route.
  const keyed = operation.namesOneResource
    ? []
    : comparedIn(outcomes, learned).filter((one) => isKeyed(one) && one.probe.purpose === 'plain' && looksMissing(one))
  const all = inTime([...asked, ...keyed.filter(isBefore)])
  const gone = all.filter(looksMissing)
  const isInTurn = (some: readonly ComparedAnswer[]) => {
    const between = all.slice(all.indexOf(some[0] as ComparedAnswer), all.indexOf(some.at(-1) as ComparedAnswer))
    return some.length >= 2 && between.some(isThere)
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

/** §5.5: true where one of two versions may hide operations from whoever has no key. The own key never gets their 404 then. */
function isHiddenInTurn(evidence: AnsweredQuestion): boolean {
  const others = neighbours(evidence, 'anywhere').filter(({ answers }) => {
    const keyless = answers.filter(isKeyless)
    return keyless.some(looksMissing) && keyless.some(isThere)
  })
  const own = comparedIn(evidence.seen, evidence.learned)
  const keyed = [...own, ...others.flatMap(({ answers }) => answers)].filter(isKeyed)
  const isMuch = others.length >= fewestHidden.operations && keyed.length >= fewestHidden.keyed
  return isMuch && !keyed.some(looksMissing)
}

/** True where the probes of other operations right before, or right after, all got a 404 or 410. */
function isSaidToAll(own: ComparedAnswer, evidence: AnsweredQuestion): boolean {
  const others = neighbours(evidence, 'anywhere').flatMap(({ answers }) => answers)
  const at = startedAt(own)
  const sides = [
    others.filter((one) => startedAt(one) <= at).toSorted((one, other) => startedAt(other) - startedAt(one)),
    others.filter((one) => startedAt(one) >= at).toSorted((one, other) => startedAt(one) - startedAt(other)),
  ]
  return sides.some((side) => side.length > 0 && side.slice(0, besides).every(({ isAbsent }) => isAbsent))
}
