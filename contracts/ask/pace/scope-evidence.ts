import { QuotaEvidence } from './quota-evidence.ts'
import { type PaceScope, type RefusedShare, type SentShare, scopeKey, scopes } from './share.ts'
import { explainedByUse } from './use-rank.ts'

/** Requests sent within this share of a round trip may arrive in the other order. */
const reordering = 0.2

/** How probable it is that a full count serves a request. */
const leak = 0.03

/** The same where a limit gives back much of what it takes. */
const generous = 0.5

/** How probable it may be that another count is full at the same time: each value is tried. */
const coincidences = [0.03, 0.15, 0.4] as const

/** The largest share that a full count may serve: a limit that gives back nearly everything still refuses some. */
const mostServed = 0.97

/** What happens while a told wait lasts weighs less: that wait may be longer than the limit's own. */
const lateWeight = 0.4
const lateCost = 0.15

/** Refusals at a kept rate weigh less: they come one by one. */
const pacedWeight = 0.3

/** A scope is ruled out where another leads it by this (natural logarithm). */
const enough = 6.5

/** The limit is known to concern everybody where that leads every other scope by this (natural logarithm). */
const decided = 2
/** A scope is ahead where it leads the next by this (natural logarithm). */
const ahead = 1

/** As long as chance is probable, everybody keeps the waits: chance, plus this, counts for everybody (natural logarithm). */
const chanceLead = 2.5

/** The lowest weights of a scope and of chance: later evidence can still win either back. */
const lowest = -12
const lowestChance = -8 - chanceLead

/** The shares of all requests that chance may refuse: each value is tried. */
const chances = [0.02, 0.06, 0.15] as const

/** The weight of use for a lone refusal: no other answer stands beside it to compare. */
const loneWeight = 0.6

/** What may cause refusals: a limit of some scope, or chance alone, whoever asks how often. */
type Explanation = PaceScope | 'chance'

/** How probable each explanation is before anything is seen (natural logarithm). */
const before: Readonly<Record<Explanation, number>> = {
  chance: -2,
  all: 0,
  holder: -0.5,
  product: -1,
  'holder-product': -1.5,
  operation: -1.5,
}

const explanations = Object.keys(before) as readonly Explanation[]

/** How many answers and refusals are remembered: no wave is larger than what may be under way at once. */
const remembered = 128

/**
 * Learns whom a limit concerns (O17). Of the requests under way at once, some were refused and some served: how well does each scope
 * explain that? Each wave of refusals adds evidence, so that answers which contradict a scope make it less probable again.
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

  /** How probable a scope is. Everybody counts for more where refusals may come by chance. */
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

  /** True where it is decided whether the limit concerns everybody. */
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

  /** True where chance is more probable than a limit for everybody, and waits for everybody are not ruled out. */
  get mayBeByChance(): boolean {
    return this.#now.chance > this.#now.all && this.leadOver('all') < enough
  }

  /** Rules chance out: with fewer requests at once the refusals stopped. */
  dismissChance(): void {
    this.#past.chance = lowest
    this.#now.chance = lowest
  }

  /** The last wave: refusals of requests that were under way together. */
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

  /** An answer during a wait speaks against each scope in which it shares a count with a request that is held. */
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
    // At a kept rate the refusals of a limit come one by one, as if by chance.
    this.#now.chance = this.#past.chance + (isPaced ? Math.min(byChance, Math.max(...explained)) : byChance)
  }

  /** How probable the wave is if refusals come by chance (natural logarithm). */
  #explainedByChance(served: number): number {
    const more = this.#wave.length - 1
    return mean(chances.map((share) => more * Math.log(share) + served * Math.log(1 - share)))
  }

  /** How probable the wave is if that is the limit's scope (natural logarithm). `expected`: how many counts were expected to be full. */
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
    // One full count is no surprise. Another full one at the same time is a surprise.
    const held = new Set(this.#held.map(({ share }) => scopeKey(scope, share)))
    const fresh = [...firsts.keys()].filter((key) => !held.has(key)).length
    const surprises = Math.max(0, held.size > 0 ? (fresh - expected) * lateWeight : fresh - 1 - expected)
    const total = Math.max(1, full + kept)
    const bounded = (share: number) => Math.min(mostServed, Math.max(leak, share))
    const much = this.#wave.every(({ isPaced }) => isPaced) ? kept / (total + 1) : generous
    const own = [leak, bounded(givenBack / total), bounded(much)].map(
      (share) => kept * Math.log(share) + full * Math.log(1 - share),
    )
    const others = coincidences.map((share) => surprises * Math.log(share) + open * Math.log(1 - share))
    return mean(own) + mean(others)
  }
}

/** The logarithm of the mean of values that are given as logarithms. */
function mean(terms: readonly number[]): number {
  const top = Math.max(...terms)
  return top + Math.log(terms.reduce((sum, term) => sum + Math.exp(term - top), 0) / terms.length)
}
