import { answerOf } from '../contracts/answer.ts'
import type { Judged } from '../contracts/judge.ts'
import { closeLookOf, mayTurnAway } from '../contracts/look.ts'
import { isRefusalByLimit } from '../contracts/outcome.ts'
import { counted } from '../evidence/counted.ts'
import { checkOf, type Finding } from '../evidence/finding.ts'
import { untoldOperations } from './stranger.ts'

/** How many operations the own key asked, and how many of them answered it with 401 and 403 alone. */
export interface RefusedToKey {
  readonly asked: number
  readonly refused: number
}

/** A smaller part of the operations may be so for reasons of their own: sessions, or what the account does not have. */
const leastShare = 0.1

const isMany = (some: number, all: number) => some > 1 && some >= all * leastShare

/** §5.3, §5.5: which operations serve which key is not shown, so that no finding tells of a key that most of them refuse. */
export function refusedToKey({ outcomes }: Pick<Judged, 'outcomes'>): RefusedToKey {
  const statuses = new Map<string, number[]>()
  for (const outcome of outcomes.values()) {
    const { operation, credential } = outcome.probe
    if (operation === null || credential !== 'eligible' || outcome.kind !== 'answer') continue
    statuses.set(operation, [...(statuses.get(operation) ?? []), outcome.answer.status])
  }
  const refused = [...statuses.values()].filter((own) => own.every((status) => status === 401 || status === 403))
  return { asked: statuses.size, refused: refused.length }
}

/** Questions that got another answer when they were asked again, and what they had got. */
export interface Overcome {
  readonly questions: number
  readonly statuses: readonly number[]
}

/** O10: what was answered in a spell is judged by what was answered after it, so that no finding tells of the spell. */
export function overcomeOf({ outcomes }: Pick<Judged, 'outcomes'>): Overcome {
  const first = [...outcomes.values()].flatMap((outcome) => {
    if (outcome.kind !== 'answer') return []
    const look = closeLookOf(outcome.answer)
    const before = outcome.attempts.slice(0, -1).flatMap((attempt) => answerOf(attempt) ?? [])
    const away = before.find(
      (one) => one.status < 500 && mayTurnAway(one) && !isRefusalByLimit(one) && closeLookOf(one) !== look,
    )
    return away === undefined ? [] : [away.status]
  })
  return { questions: first.length, statuses: [...new Set(first)].sort((one, other) => one - other) }
}

/** What a pass is told with. */
interface Passed {
  readonly findings: readonly Finding[]
  readonly refusedToKey?: RefusedToKey
  readonly overcome?: Overcome
  readonly withoutBaseline?: boolean
}

/** O20: what nobody should take a pass for, beside it in its one sentence. Pure. */
export function besidesOf({ findings, refusedToKey: key, overcome, withoutBaseline }: Passed): readonly string[] {
  const late = findings.filter(({ cause }) => cause === 'out-of-time').length
  return [
    ...untold(findings),
    ...(key !== undefined && isMany(key.refused, key.asked)
      ? [`API_KEY was refused by ${key.refused} of ${counted(key.asked, 'operation')}`]
      : []),
    ...unstable(findings),
    ...(overcome === undefined || overcome.questions === 0
      ? []
      : [
          `whoever asked got ${overcome.statuses.join(' or ')} for a moment: ${counted(overcome.questions, 'question')} had to be asked again`,
        ]),
    ...undelivered(findings),
    ...(late === 0 ? [] : [`time was over before ${counted(late, 'question')}`]),
    ...(withoutBaseline === true ? ['no baseline was accepted that drift could be told from'] : []),
  ]
}

/** Operations of which nobody can say whether they are there. */
function untold(findings: readonly Finding[]): readonly string[] {
  const none = untoldOperations(findings)
  if (none > 0) {
    const which = none === 1 ? 'its one operation could not' : `none of ${none} operations could`
    return [`${which} be told from routes that nobody lists`]
  }
  const asked = findings.filter((one) => checkOf(one) === 'catalog.reachable' && one.verdict !== 'not-exercised')
  const unclear = asked.filter(({ verdict }) => verdict === 'inconclusive').length
  return isMany(unclear, asked.length)
    ? [`it is not clear whether ${unclear} of ${counted(asked.length, 'operation')} are there`]
    : []
}

/** O5d: a server error that did not come again is no violation, however many there were. */
function unstable(findings: readonly Finding[]): readonly string[] {
  const once = findings.filter((one) => checkOf(one) === 'errors.server-error' && one.cause === 'unstable').length
  return once === 0 ? [] : [`${counted(once, 'operation')} answered with a server error that did not come again`]
}

/** O19: load that was cut short, or came too late, says little of what stands at that rate. */
function undelivered(findings: readonly Finding[]): readonly string[] {
  const cut = findings.filter((one) => checkOf(one) === 'load.delivered' && one.verdict === 'inconclusive')
  const names = cut.map(({ check }) => check.slice(check.indexOf(':') + 1))
  return names.length === 0 ? [] : [`load did not run as planned: ${names.join(', ')}`]
}
