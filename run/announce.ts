import type { Left } from '../contracts/ask/clean-up.ts'
import type { Entry, PlannedCleanUp } from '../contracts/plan.ts'
import { counted } from '../evidence/counted.ts'
import { duration, present } from '../reports/plain-text.ts'
import { differingSettings } from './parity.ts'
import type { Prepared } from './prepare.ts'

/** The assumed time of an answer, and the suite's own time for one request. Milliseconds. */
const usualAnswerMs = 50
const ownMs = 3.5

/** Counts the requests of a plan: those always sent, those sent on a condition, and those barred. */
export function requestCounts(entries: readonly Entry[]) {
  const sendable = entries.filter(({ barred }) => barred === null)
  const always = sendable.filter(({ when }) => when === null).length
  return { always, more: sendable.length - always, never: entries.length - sendable.length }
}

/** One line about resources that stayed although a clean-up was declared, and why; null where none stayed. */
export function leftLine(left: readonly Left[], cleanUps: readonly Pick<PlannedCleanUp, 'undoes'>[]): string | null {
  const undone = new Set(cleanUps.map(({ undoes }) => undoes))
  const meant = left.filter(({ operation }) => undone.has(operation))
  if (meant.length === 0) return null
  const reasons = [...Map.groupBy(meant, ({ why }) => why)].map(([why, some]) => `${some.length} because ${why}`)
  return `${counted(meant.length, 'resource')} that this run created stayed, see created.json: ${reasons.join('; ')}`
}

/** The lines printed before the first request: what the run asks, how much, about how long, and of which target. */
export function announcement({ options, plan, target, load, twin }: Prepared): readonly string[] {
  const { profile, policy, seed, baseUrl } = plan.facts
  const { always, more } = requestCounts(plan.entries)
  const expectedMs = (always + more) * Math.max(ownMs, usualAnswerMs / options.concurrency)
  const contracts = [
    `${counted(plan.questions.length, 'question')} on ${counted(plan.operations.length, 'operation')}`,
    `${counted(always, 'request')} and at most ${more} more`,
    `about ${duration(Math.ceil(expectedMs / 1000) * 1000)}, more where answers take longer than ${usualAnswerMs} ms`,
    `${duration(options.maxDuration)} at most`,
  ]
  const isNarrowed = profile === 'nightly' && policy === 'full' && options.only === null && load.scenarios.length === 0
  const differing = twin === null ? [] : differingSettings({ plan }, twin)
  const uncompared =
    differing.length === 0 ? '' : `; it cannot be compared, since the settings differ: ${differing.join(', ')}`
  const part = plan.shard === undefined ? '' : `, shard ${plan.shard.index}/${plan.shard.of}`
  return present(
    `${profile} against ${target.name}, ${baseUrl} (policy ${policy}, seed ${seed}${part})`,
    plan.questions.length > 0 && `  contracts: ${contracts.join('; ')}`,
    load.scenarios.length > 0 && `  load: ${load.scenarios.map(({ name }) => name).join(', ')}, by k6`,
    isNarrowed && '  load: none in a part of a night, unless a --scenario is named',
    twin !== null && `  first development, ${twin.target.known.baseUrl}, is asked the same${uncompared}`,
  )
}
