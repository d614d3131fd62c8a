import { QuotaEvidence } from './quota-evidence.ts'
import { type PaceScope, type RefusedShare, type SentShare, scopeKey, scopes } from './share.ts'
import { explainedByUse } from './use-rank.ts'

/** What two requests may change places by on their way, as a share of a round trip. */
const reordering = 0.2

/** How probable it is that a count which is full serves one. */
const leak = 0.03

/** The same where a limit gives back much of what it takes. */
const generous = 0.5

/** How probable it may be that another count is full at the same time. */
const coincidences = [0.03, 0.15, 0.4] as const

/** A limit that gives back nearly all that it takes still refuses some. */
const most = 0.97

/** What was sent after a wave was heard of tells less: the wait may be longer than the limit's. */
const lateWeight = 0.4
const lateCost = 0.15

/** At a rate that is kept already refusals come one by one, which tells little. */
const pacedWeight = 0.3

/** By how much one scope has to be more probable than another to be alone (natural logarithm). */
const enough = 6.5

/** It concerns everybody where that is so much more probable than anything else (natural logarithm). */
const decided = 2
/** It is ahead where it is so much more probable than the next (natural logarithm). */
const ahead = 1

/** Waits are kept for everybody until chance is by so much less probable than a limit would have to be (natural logarithm). */
const chanceLead = 2.5

/** Nothing is lost for ever. */
const lowest = -12
const lowestChance = -8 - chanceLead

/** How many of all may be refused where that is by chance. */
const chances = [0.02, 0.06, 0.15] as const

/** What has nothing beside it says less of how much its count was used. */
const loneWeight = 0.6

/** What may be behind refusals: a limit of some scope, or nothing but chance, whoever asks how often. */
type Explanation = PaceScope | 'chance'

/** How probable each is before anything is seen. */
const before: Readonly<Record<Explanation, number>> = {
  chance: -2,
  all: 0,
  holder: -0.5,
  product: -1,
  'holder-product': -1.5,
  operation: -1.5,
}

const explanations = Object.keys(before) as readonly Explanation[]

/** No wave is larger than what may be under way at once. */
const remembered = 128

/**
 * Learns whom a limit concerns: how well each scope explains who was refused and who was served of what was under
 * way at once (O17). Each wave of refusals adds to it, so that what was learned is unlearned where answers contradict it.
 */
export class ScopeEvidence {
  #past: Record<Explanation, number> = { ...before }
  #now: Record<Explanation, number> = { ...before }
  #wave: RefusedShare[] = []
  #heardAt = Number.NEGATIVE_INFINITY
  #answers: SentShare[] = []
  /** Refusals whose wait was not over when the wave began. */
  #held: readonly RefusedShare[] = []
  #sent = 0
  #firstAt: number | null = null
  readonly #quotas = new QuotaEvidence()

  /** How probable each scope is of which waits are kept: for everybody as well where it may be chance. */
  #weight(scope: PaceScope): number {
    return scope === 'all' ? Math.max(this.#now.all, this.#now.chance + chanceLead) : this.#now[scope]
  }

  get #weights(): readonly number[] {
    return scopes.map((scope) => this.#weight(scope)).toSorted((one, other) => other - one)
  }

  /** The scopes that may be the limit's, the most probable first. */
  get candidates(): readonly PaceScope[] {
    const [best = 0] = this.#weights
    return scopes
      .filter((scope) => this.#weight(scope) > best - enough)
      .toSorted((one, other) => this.#weight(other) - this.#weight(one))
  }

  /** True where it is known whether the limit concerns everybody. */
  get isDecided(): boolean {
    const [first, ...others] = this.candidates
    const [best = 0, next = 0] = this.#weights
    return first === 'all' ? best - next >= decided : !others.includes('all')
  }

  /** True where that scope is more probable than any other. */
  isAhead(scope: PaceScope): boolean {
    const [best = 0, next = 0] = this.#weights
    return best - next >= ahead && this.#weight(scope) === best
  }

  /** By how much the most probable scope is ahead of that one (natural logarithm). */
  leadOver(scope: PaceScope): number {
    return (this.#weights[0] ?? 0) - this.#weight(scope)
  }

  /** True where chance explains the refusals better than any limit. */
  get isByChance(): boolean {
    const { chance, all } = this.#now
    return chance >= all + enough && scopes.every((scope) => chance > this.#now[scope])
  }

  /** True where it may as well be chance as a limit for everybody. */
  get mayBeByChance(): boolean {
    return this.#now.chance > this.#now.all && this.leadOver('all') < enough
  }

  /** Where fewer at once were never refused it was not by chance. */
  dismissChance(): void {
    this.#past.chance = lowest
    this.#now.chance = lowest
  }

  /** What was refused while it was under way together, lately. */
  get wave(): readonly RefusedShare[] {
    return this.#wave
  }

  /** Takes note of an answer that is no refusal. */
  served(sent: SentShare): void {
    this.#firstAt ??= sent.startedAt
    this.#sent += 1
    this.#quotas.served(sent)
    this.#answers.push(sent)
    if (this.#answers.length > 2 * remembered) this.#answers = this.#answers.slice(-remembered)
    if (this.#wave.length === 0) return
    if (sent.startedAt <= this.#heardAt) this.#learn()
    else this.#servedLate(sent)
  }

  /** Takes note of a refusal. */
  refused(refusal: RefusedShare): void {
    this.#firstAt ??= refusal.startedAt
    if (refusal.startedAt > this.#heardAt) {
      const best = Math.max(...Object.values(this.#now))
      for (const one of explanations)
        this.#past[one] = Math.max(one === 'chance' ? lowestChance : lowest, this.#now[one] - best)
      this.#held = [...this.#held, ...this.#wave]
        .filter(({ untilMs }) => untilMs > refusal.startedAt)
        .slice(-remembered)
      if (this.#wave.length > 0) this.#quotas.keep(this.#wave)
      this.#wave = []
      this.#heardAt = refusal.at
    }
    this.#wave.push(refusal)
    this.#learn()
  }

  /** Served while others are held: whoever shares a count with them was not to be. */
  #servedLate({ share, startedAt }: SentShare): void {
    const holding = [...this.#held, ...this.#wave].filter(({ untilMs }) => untilMs > startedAt)
    if (holding.length === 0) return
    for (const scope of scopes) {
      if (!holding.some((other) => scopeKey(scope, other.share) === scopeKey(scope, share))) continue
      this.#past[scope] -= lateCost
      this.#now[scope] -= lateCost
    }
  }

  #learn(): void {
    const first = this.#wave.reduce((one, other) => (other.nth < one.nth ? other : one))
    const margin = reordering * (first.at - first.startedAt)
    const served = this.#answers.filter(
      ({ startedAt, nth }) => nth > first.nth && startedAt >= first.startedAt + margin && startedAt <= this.#heardAt,
    )
    const untilMs = Math.max(...this.#wave.map((refusal) => refusal.untilMs))
    const perMs = this.#sent / Math.max(1, untilMs - (this.#firstAt ?? 0))
    const givenBack = perMs * (this.#heardAt - first.startedAt)
    const isPaced = this.#wave.every((refusal) => refusal.isPaced)
    const weight = isPaced ? pacedWeight : 1
    const useWeight = this.#wave.length + served.length > 1 ? 1 : loneWeight
    const explained = scopes.map((scope) => {
      const use = scope === 'all' ? 0 : explainedByUse(scope, this.#wave, this.#answers)
      const quota = this.#quotas.explained(scope, this.#wave)
      const byOrder = this.#explains(scope, served, givenBack, quota.expected)
      const explains = weight * byOrder + useWeight * use + quota.weight
      this.#now[scope] = this.#past[scope] + explains
      return explains
    })
    const byChance = weight * this.#explainedByChance(served.length)
    // At a rate that is kept already refusals of a limit come one by one, as if by chance.
    this.#now.chance = this.#past.chance + (isPaced ? Math.min(byChance, Math.max(...explained)) : byChance)
  }

  /** How probable the wave is where refusals come by chance (natural logarithm). */
  #explainedByChance(served: number): number {
    const more = this.#wave.length - 1
    return mean(chances.map((share) => more * Math.log(share) + served * Math.log(1 - share)))
  }

  #heldKeys(scope: PaceScope): ReadonlySet<string> {
    return new Set(this.#held.map(({ share }) => scopeKey(scope, share)))
  }

  /** How probable the wave is where that is the limit's scope (natural logarithm). `expected`: how many counts are full as was to be expected. */
  #explains(scope: PaceScope, served: readonly SentShare[], givenBack: number, expected: number): number {
    const firsts = new Map<string, number>()
    for (const { share, nth } of this.#wave) {
      const key = scopeKey(scope, share)
      firsts.set(key, Math.min(firsts.get(key) ?? Number.POSITIVE_INFINITY, nth))
    }
    const full = this.#wave.length - firsts.size
    let [kept, open] = [0, 0]
    for (const { share, nth } of served) {
      const since = firsts.get(scopeKey(scope, share))
      if (since === undefined) open += 1
      else if (nth > since) kept += 1
    }
    // That some count is full is no surprise: that another is as well, at the same time, is one.
    const held = this.#heldKeys(scope)
    const fresh = [...firsts.keys()].filter((key) => !held.has(key)).length
    const surprises = Math.max(0, held.size > 0 ? (fresh - expected) * lateWeight : fresh - 1 - expected)
    const total = Math.max(1, full + kept)
    const bounded = (share: number) => Math.min(most, Math.max(leak, share))
    const much = this.#wave.every(({ isPaced }) => isPaced) ? kept / (total + 1) : generous
    const own = [leak, bounded(givenBack / total), bounded(much)].map(
      (share) => kept * Math.log(share) + full * Math.log(1 - share),
    )
    const others = coincidences.map((share) => surprises * Math.log(share) + open * Math.log(1 - share))
    return mean(own) + mean(others)
  }
}

/** The logarithm of the mean of what is given by its logarithms. */
function mean(terms: readonly number[]): number {
  const top = Math.max(...terms)
  return top + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - top), 0) / terms.length)
}
