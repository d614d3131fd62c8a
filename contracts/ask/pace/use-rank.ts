import { type PaceScope, type RefusedShare, type SentShare, type Share, scopeKey } from './share.ts'

/** What was sent with so many between them is compared. */
const near = 32

/** How probable it is that a count refuses, by the rank of its use: those that are used most, but for some. */
const density = (rank: number) => 0.2 + 2.4 * rank ** 2

/** A count that is used much may be so by chance: this says no more for it (natural logarithm). */
const most = 0.4

/** Counts what each count of a scope had served within so many milliseconds before a request. */
function usesOf(scope: PaceScope, answers: readonly SentShare[]) {
  const keyOf = (share: Share) => scopeKey(scope, share)
  const served = Map.groupBy(answers, ({ share }) => keyOf(share))
  return ({ share, startedAt }: SentShare, ms: number) =>
    served.get(keyOf(share))?.filter((one) => one.startedAt < startedAt && one.startedAt >= startedAt - ms).length ?? 0
}

/**
 * How probable it is that those refused which did, if that is the limit's scope (natural logarithm): a count that is full had
 * served more than others had at that time, and refusals by chance meet any.
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
    sum += Math.min(most, Math.log(density(others.length === 0 ? 0.5 : (below + equal / 2) / others.length)))
  }
  return sum
}
