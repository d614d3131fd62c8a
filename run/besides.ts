import { counted, firstFew } from '../evidence/counted.ts'
import { checkOf, type Finding, subOf } from '../evidence/finding.ts'
import { lowered, present } from '../reports/plain-text.ts'
import type { GateInput } from './gate-input.ts'
import { untoldOperations } from './stranger.ts'
import { whereSo } from './where-so.ts'

/** O20: what a pass does not prove; the sentence of the exit code names it. Pure. */
export function besidesOf({ findings, load, ...input }: Omit<GateInput, 'circumstances'>): readonly string[] {
  const keptBy = (reason: Finding['cause']) => findings.filter(({ cause }) => cause === reason).length
  const [late, refusedByLimit] = [keptBy('out-of-time'), keptBy('limited')]
  return present(
    untold(findings),
    ...input.keyNotes,
    unsucceeded(findings),
    ...unstable(findings),
    unsteady(findings),
    ...input.answerNotes,
    undelivered(findings),
    ...unserved(findings),
    ...(load?.notes ?? []),
    ...leftOpen(input),
    late > 0 && `time was over before ${counted(late, 'question')}`,
    refusedByLimit > 0 && `a limit, or a wait that was told, kept ${counted(refusedByLimit, 'question')} open`,
    ...uncompared(input),
  )
}

/** What could not be compared, and why. */
export function uncompared({
  notCompared,
  withoutBaseline,
  leftUncompared,
}: Pick<GateInput, 'notCompared' | 'withoutBaseline' | 'leftUncompared'>) {
  return present(
    notCompared !== undefined && lowered(notCompared),
    leftUncompared > 0 &&
      `a limit, or time, kept ${counted(leftUncompared, 'question')} to development open, so nothing is compared with them`,
    withoutBaseline && 'no baseline was accepted that drift could be told from',
  )
}

const placeOf = ({ operation }: Finding) => operation ?? 'the whole service'

/** Violations of earlier runs that this run did not ask again: they are still open. */
export function leftOpen({ untold, dropped }: Pick<GateInput, 'untold' | 'dropped'>): readonly string[] {
  const named = firstFew(untold.map((one) => `${one.check} of ${placeOf(one)}`))
  return present(
    untold.length > 0 &&
      `${counted(untold.length, 'violation')} of earlier runs still open, neither found again nor gone: ${named}`,
    dropped.length > 0 &&
      `the catalogue is not that of the last run, whose ${counted(dropped.length, 'violation')} this run does not ask about: ${firstFew(dropped)}`,
  )
}

/** Operations that cannot be told from unknown routes. */
function untold(findings: readonly Finding[]): string | null {
  const none = untoldOperations(findings)
  if (none > 0) {
    const which = none === 1 ? 'its one operation could not' : `none of ${none} operations could`
    return `${which} be told from routes that nobody lists`
  }
  const asked = findings.filter((one) => checkOf(one) === 'catalog.reachable' && one.verdict !== 'not-exercised')
  const so = whereSo(
    asked.map(({ product, operation, verdict }) => ({
      groups: [product ?? '', operation?.replace(/ .*/, '') ?? ''],
      isSo: verdict === 'inconclusive',
    })),
  )
  if (so !== null) return `it is not clear whether ${so.some} are there${so.all}`
  const unknown = asked.filter(({ cause }) => cause === 'unknown-to-the-key').map(placeOf)
  return unknown.length === 0 ? null : `the own key got what paths that nobody lists get on ${firstFew(unknown)}`
}

/** O9: operations without any success: nothing then shows what their success looks like. */
function unsucceeded(findings: readonly Finding[]): string | null {
  const none = findings.filter(
    (one) => checkOf(one) === 'envelope.status' && (one.cause === 'no-success' || one.cause === 'known-not-found'),
  )
  return none.length === 0 ? null : `nothing succeeded of ${none.map(({ operation }) => operation).join(', ')}`
}

/** O5d: server errors that did not come again are no violation, however many came. */
function unstable(findings: readonly Finding[]): readonly string[] {
  const all = findings.filter((one) => checkOf(one) === 'errors.server-error')
  const ended = (cause: Finding['cause'], how: string) => {
    const own = [...new Set(all.filter((one) => one.cause === cause).map(placeOf))]
    const first = `${own[0]}${own.length > 1 ? ' …' : ''}`
    return own.length > 0 && `${counted(own.length, 'operation')} (${first}) ${how}`
  }
  const told = present(
    ended('unstable', 'answered with a server error that was not seen again'),
    ended('server-error-stayed', 'answered with a server error again and again'),
    ended('told-to-wait', 'told with a server error to wait longer than the suite waits'),
    ended('server-error-once', 'answered the only request with a server error'),
  )
  // Load shedding by itself is no reservation: a service may refuse what it cannot take.
  const shed = all.find(({ cause }) => cause === 'load-shedding')
  return told.length === 0 ? [] : present(shed && lowered(shed.message), ...told)
}

/** O12: causes for missing or unsteady answers. An answer that is too large for the suite is none of them. */
const unanswered = new Set([
  'unsteady-answers',
  'no-answer-refused',
  'no-answer-reset',
  'no-answer-silence',
  'no-answer-broken',
])

/** O12: connections that broke and worked when made again are no violation. A network may break a few. */
function unsteady(findings: readonly Finding[]): string | null {
  const asked = findings.filter(({ check, verdict }) => check === 'http.completes' && verdict !== 'not-exercised')
  const isSo = ({ verdict, cause }: Finding) => verdict === 'inconclusive' && unanswered.has(cause ?? '')
  const so = whereSo(asked.map((one) => ({ groups: [one.product ?? ''], isSo: isSo(one) })))
  return so && `${so.some} did not always answer${so.all}`
}

/** O19: reasons for load that was not sent though every setting was there. */
const leftUndone = new Set<Finding['cause']>(['key-refused', 'longer-than-budget'])

/** O19: load that was cut short, late or refused says little about that rate. */
function undelivered(findings: readonly Finding[]): string | null {
  const names = findings
    .filter((one) => checkOf(one) === 'load.delivered')
    .filter(({ verdict, cause }) => verdict === 'inconclusive' || leftUndone.has(cause))
    .map(subOf)
  return names.length === 0 ? null : `load did not run as planned: ${names.join(', ')}`
}

/** Causes under load that are never a violation, however often they come: no complete answer, or 502, 503 and 504. */
const unservedUnderLoad = new Set(['unsteady-answers', 'no-answer', 'sheds-load'])

/** The scenarios that were sent as planned. */
export const deliveredIn = (findings: readonly Finding[]) =>
  findings.filter((one) => checkOf(one) === 'load.delivered' && one.verdict === 'pass').map(subOf)

/** O5d, O12: scenarios delivered as planned, in which many operations did not serve every request. */
function unserved(findings: readonly Finding[]): readonly string[] {
  return deliveredIn(findings).flatMap((scenario) => {
    const own = findings.filter(
      (one) => one.operation !== null && subOf(one) === scenario && one.verdict !== 'not-exercised',
    )
    const asked = Map.groupBy(own, ({ operation }) => operation)
    const told = [...asked.values()].map((findings) => ({
      groups: [findings[0]?.product ?? ''],
      isSo: findings.some(({ cause }) => unservedUnderLoad.has(cause)),
    }))
    const so = told.length === 1 && told[0]?.isSo ? { some: '1 of 1 operation', all: '' } : whereSo(told)
    if (so === null) return []
    return [`under load (${scenario}) ${so.some} were not always served${so.all}`]
  })
}
