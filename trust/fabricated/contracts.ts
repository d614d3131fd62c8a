import type { Facts } from '../../contracts/check.ts'
import { isWanted } from '../../contracts/condition.ts'
import { type Judged, judge } from '../../contracts/judge.ts'
import { type Outcome, outcomeOf } from '../../contracts/outcome.ts'
import type { Plan, Selection } from '../../contracts/plan.ts'
import { makePlan } from '../../contracts/planning/make-plan.ts'
import type { Probe } from '../../contracts/probe.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { type Finding, headlineOf } from '../../evidence/finding.ts'
import { because, type Reason } from '../../evidence/judgement.ts'
import { catalogue, detailed, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { type CheckId, checks as checkRows } from '../../fixtures/checks.ts'
import { environmentSettings } from '../../fixtures/settings.ts'
import type { Known, KnownIds } from '../../fixtures/target.ts'
import { exchangesFor, type ProbeReply } from './exchanges.ts'

/** True for a text that is sent in place of a number. */
export const isNoNumber = (text: string) => /^(10)?word$|^true$/.test(text)

const breaks = ({ body, query }: Probe) =>
  /^((not|cut)-json|json-|empty$)/.test(body.base) ||
  (body.change !== undefined && !['true', 'false', 'absent'].includes(body.change.to)) ||
  query.set.some(([, text]) => isNoNumber(text))

/** The replies of a conforming deployment that protects every operation except the audience choice. */
export function conforming(probe: Probe): ProbeReply {
  const { operation, credential, path, value } = probe
  if (operation === null) return '404 -'
  const isChoice = path.startsWith('/api/ads/placement/choice/')
  if (!isChoice && /^(none|invalid:|elsewhere:)/.test(credential)) return 401
  if (!isChoice && credential !== 'eligible') return 403
  if (breaks(probe)) return 400
  if (value !== 'known') return 404
  return path.startsWith('/api/pay/') ? { status: 302, headers: [['Location', 'https://pay.example.com/7']] } : 200
}

const kindsOfIds = Object.keys(environmentSettings).flatMap((place) => (place.startsWith('ids.') ? place.slice(4) : []))
const idsOf = (value: (kind: string) => string | null) =>
  Object.fromEntries(kindsOfIds.map((kind) => [kind, value(kind)])) as unknown as KnownIds

/** Settings without any known identifier. */
export const noIds: KnownIds = idsOf(() => null)

/** Settings with all keys and identifiers. The keys are long enough to be searched for in texts. */
export const allKnown: Known = {
  baseUrl: 'https://api.example.com/base',
  keys: {
    eligible: 'eligible-4711-Key',
    load: 'load-4712-Key',
    restrictedAccount: 'account-4713-Key',
    restrictedProduct: 'product-4714-Key',
    restrictedPermission: 'permission-4715-Key',
  },
  restrictedProducts: ['Embeds', 'Teams'],
  restrictedOrigin: 'https://elsewhere.example.com',
  ids: {
    ...idsOf((kind) => `a-${kind}`),
    placementId: 'plc-77aa',
    shortId: 'Sh0rt',
    subscriptionShortId: 'Sub5cr',
    accountId: 'acc-1',
    attributionId: 'att-1',
    paymentLinkId: 'lnk-1',
  },
  vouched: { embedBody: null, choiceBody: null, detailsQuery: null },
  rateLimitOperation: 'GET /api/video/details/all',
  loadOperations: [],
  exclude: [],
  allowEffects: [],
  extraHeaders: [['X-Edge', 'edge-4716-secret']],
  cleanUps: [],
}

/** The id of a check, with or without a colon and a sub-id. */
type CheckName = CheckId | `${CheckId}:${string}`

/** The facts of a nightly under the full policy. They are made here, since code of the run would import the transport. */
export function factsFor(known: Known): Facts {
  const { ids, vouched } = known
  return {
    profile: 'nightly',
    policy: 'full',
    seed: 7,
    baseUrl: known.baseUrl,
    hasKey: known.keys.eligible !== null,
    has: {
      placementId: ids.placementId !== null,
      shortId: ids.shortId !== null,
      subscriptionShortId: ids.subscriptionShortId !== null,
      embedBody: vouched.embedBody !== null,
      choiceBody: vouched.choiceBody !== null,
      detailsQuery: vouched.detailsQuery !== null,
    },
    restrictedProducts: known.restrictedProducts,
    allowEffects: known.allowEffects,
    silenceMs: 60_000,
  }
}

/** The ways in which a scene differs from a nightly with all settings against a conforming deployment. */
export interface Scene {
  /** The reply to a probe; undefined where it is the conforming one. */
  readonly answers?: (probe: Probe) => ProbeReply | undefined
  readonly operations?: readonly OperationId[]
  readonly checks?: readonly CheckName[]
  readonly known?: Partial<Known>
  readonly facts?: Partial<Facts>
  readonly unsent?: (probe: Probe) => Reason | undefined
  /** The whole catalogue of the scene. @default its operations, and those that every run asks */
  readonly catalogue?: readonly OperationId[]
  /** False to leave out the operations that every run asks to learn the place of the code (O5a). */
  readonly learns?: boolean
  /** Changes the plan before it is asked. */
  readonly changed?: (plan: Plan) => Plan
}

export interface Played extends Judged {
  readonly plan: Plan
  readonly exchanges: readonly Exchange[]
}

const teachers = catalogue.filter(({ id }) =>
  [detailed['details-list'], detailed['audience-choice']].some((own) => own === id),
)

/** Plans by their inputs. Most scenes of a table share a plan, and differ only in their answers. */
const made = new Map<string, Plan>()
/** The number of plans that are kept; the oldest is dropped. */
const mostMade = 100

function planFor(selection: Selection, facts: Facts, known: Known, checks: readonly CheckName[]): Plan {
  const ids = [selection.operations, selection.catalogue].map((listed) => listed.map(({ id }) => id))
  const key = JSON.stringify([ids, checks, facts, known])
  const plan = made.get(key) ?? makePlan(selection, facts, known)
  made.delete(key)
  made.set(key, plan)
  const [oldest = ''] = made.keys()
  if (made.size > mostMade) made.delete(oldest)
  return plan
}

/** Plans a scene, lets its deployment answer, and judges. Throws where a finding is not sound. */
export function play({
  answers,
  operations = [],
  checks = checkRows.map(({ id }) => id),
  unsent,
  catalogue: whole,
  learns = true,
  changed = (planned) => planned,
  ...scene
}: Scene): Played {
  const known = { ...allKnown, ...scene.known }
  const facts: Facts = { ...factsFor(known), ...scene.facts }
  const named = (ids: readonly string[]) => catalogue.filter(({ id }) => ids.includes(id))
  const listed = named(operations)
  const wanted: readonly string[] = checks
  const selection = {
    operations: listed,
    catalogue: whole === undefined ? [...new Set([...(learns ? teachers : []), ...listed])] : named(whole),
    checks: (id: string) => wanted.includes(id) || wanted.includes(id.split(':')[0] ?? ''),
    excluded: (id: string) => known.exclude.includes(id),
    untouched: [],
  }
  const plan = changed(planFor(selection, facts, known, checks))
  const entries = new Map(plan.entries.map((entry) => [entry.probe.id, entry]))
  const outcomes = new Map<string, Outcome>()
  const exchanges: Exchange[] = []
  const reasons: Record<string, Reason> = {}
  const ask = (id: string): Outcome | undefined => {
    const entry = entries.get(id)
    const done = outcomes.get(id)
    if (done !== undefined || entry === undefined) return done
    const reason = unsent?.(entry.probe)
    if (reason !== undefined) reasons[id] = reason
    const isSent = reason === undefined && isWanted(entry, ask)
    const own = isSent ? exchangesFor(entry.probe, answers?.(entry.probe) ?? conforming(entry.probe)) : []
    exchanges.push(...own)
    const outcome = outcomeOf(entry.probe, own, because('not-asked'), facts.silenceMs)
    outcomes.set(id, outcome)
    return outcome
  }
  for (const id of entries.keys()) ask(id)
  const judged = judge({ plan, exchanges, unsent: reasons })
  for (const finding of judged.findings) assertSound(finding)
  return { plan, exchanges, ...judged }
}

/** Throws where a finding lacks a part that every reader needs. */
function assertSound({ verdict, cause, message, expected, observed, exchanges, ...finding }: Finding): void {
  const faults = [
    /^[a-z0-9]+(-[a-z0-9]+)*$/.test(cause) ? '' : 'no slug as cause',
    message.startsWith(headlineOf({ cause, message })) && !/undefined|NaN|\{\w+\} /.test(message) ? '' : 'no sentence',
    verdict === 'violation' && (expected ?? '') === '' ? 'no expected' : '',
    verdict === 'violation' && (observed ?? '') === '' ? 'no observed' : '',
    verdict !== 'not-exercised' && exchanges.length === 0 ? 'stands on nothing' : '',
    exchanges.length > 0 && finding.reproduce === null ? 'no way to ask it again' : '',
  ].filter((fault) => fault !== '')
  if (faults.length > 0)
    throw new Error(`${finding.check} ${finding.operation} ${verdict} ${cause}: ${faults.join(', ')}`)
}

/** Checks whose probes others need: controls, and probes that show whether an operation is protected. */
const standing: readonly CheckId[] = ['catalog.reachable', 'envelope.status']

/** The finding of one check on one operation, as `verdict cause`, or `not planned`. */
export function verdictOn(operation: OperationId, check: CheckId | `${CheckId}:${string}`, scene: Scene = {}): string {
  const { findings } = play({ operations: [operation], checks: [check, ...standing], ...scene })
  const found = findings.find((finding) => finding.operation === operation && finding.check === check)
  return found === undefined ? 'not planned' : `${found.verdict} ${found.cause}`
}

export const embed = 'POST /api/vote/embed/create'
export const listing = 'GET /api/video/details/all'
export const choice = 'POST /api/ads/placement/choice/{placementId}'
