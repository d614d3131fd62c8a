import { type PaceScope, type RefusedShare, type SentShare, type Share, scopeKey } from './share.ts'

/** Requests at most so many places apart in the order of sending are compared. */
const near = 32

/** How probable it is that a count refuses, by the rank of its use, 0 to 1: mostly the most used ones refuse. */
const density = (rank: number) => 0.2 + 2.4 * rank ** 2

/** The most that heavy use speaks for a count (natural logarithm): it may be chance. */
const mostWeight = 0.4

/** Says how much the count of a request had served within so many milliseconds before it. */
function usesOf(scope: PaceScope, answers: readonly SentShare[]) {
  const keyOf = (share: Share) => scopeKey(scope, share)
  const served = Map.groupBy(answers, ({ share }) => keyOf(share))
  return ({ share, startedAt }: SentShare, ms: number) =>
    served.get(keyOf(share))?.filter((one) => one.startedAt < startedAt && one.startedAt >= startedAt - ms).length ?? 0
}

/**
 * How probable it is that just these counts refused, if that is the limit's scope (natural logarithm). A full count had served more
 * than the others had at that time. Refusals by chance meet any count.
 */
export function explainedByUse(scope: PaceScope, wave: readonly RefusedShare[], answers: readonly SentShare[]): number {
  const useOf = usesOf(scope, answers)
  const firsts = new Map(wave.toReversed().map((refusal) => [scopeKey(scope, refusal.share), refusal]))
  let sum = 0
  for (const refusal of firsts.values()) {
    const ms = 2 * (refusal.untilMs - refusal.at)
    const own = useOf(refusal, ms)
    const others = answers.filter(({ nth }) => Math.abs(nth - refusal.nth) <= near).map((one) => useOf(one, ms))
    const below = others.filter((one) => one < own).length
    const equal = others.filter((one) => one === own).length
    sum += Math.min(mostWeight, Math.log(density(others.length === 0 ? 0.5 : (below + equal / 2) / others.length)))
  }
  return sum
}
