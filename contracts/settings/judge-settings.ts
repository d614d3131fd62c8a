import { type Exchange, isReadiness } from '../../evidence/exchange.ts'
import { messageOf } from '../../evidence/judgement.ts'
import { wrongBase } from '../../evidence/redirects.ts'
import { answerOf, succeeded } from '../answer.ts'
import type { ContractRecording } from '../judge.ts'
import { isRefusalByLimit } from '../outcome.ts'
import type { SettingQuestion } from './questions.ts'
import {
  type Beside,
  notAsked,
  type SettingReading,
  type SettingStanding,
  type TriedSetting,
  unclear,
  wrong,
} from './readings.ts'

type SettingEvidence = Pick<ContractRecording, 'plan' | 'exchanges'>

const nothingSent = notAsked('nothing more was sent')

/** Reads the answer of one question. Where it names no setting, it is about the address. */
function reading(
  { settings: [setting = 'BASE_URL'], probe, read }: SettingQuestion,
  { plan, exchanges }: SettingEvidence,
  beside: Beside,
): SettingReading {
  const barred = plan.entries.find((entry) => entry.probe.id === probe.id)?.barred ?? null
  if (barred !== null) return notAsked(messageOf(barred))
  const last = exchanges.findLast((exchange) => exchange.probe === probe.id && !isReadiness(exchange))
  if (last === undefined) return nothingSent
  const answer = answerOf(last)
  if (answer === null) return unclear(`no complete answer (${last.failure?.message ?? 'nothing came'})`)
  if (isRefusalByLimit(answer)) return unclear(`a rate limit is on (${answer.status})`, 'try again later')
  if (answer.status >= 500) return unclear(`a server error (${answer.status})`)
  return read(answer, setting, beside)
}

/** Of several readings of a setting, the first in this order counts. */
const gravest: readonly SettingStanding[] = ['wrong', 'works', 'unclear', 'not-asked']

/** Reads the answers to the questions, by setting. The first two questions are about the address. Pure. */
export function judgeSettings(
  questions: readonly SettingQuestion[],
  evidence: SettingEvidence,
  baseUrl: string,
): readonly TriedSetting[] {
  const [first, unknown] = questions
  if (first === undefined || unknown === undefined) return []
  const statusOf = (question: SettingQuestion) =>
    evidence.exchanges.findLast(({ probe }) => probe === question.probe.id)?.response?.status ?? null
  const beside = { withoutKey: statusOf(first) }
  const groups = Map.groupBy(
    questions.filter(({ settings }) => settings.length > 0),
    ({ settings }) => settings.join(),
  )
  const tried = [...groups.values()].map((own): TriedSetting => {
    const readings = own.map((question) => reading(question, evidence, beside))
    const [worst = nothingSent] = readings.toSorted(
      (one, other) => gravest.indexOf(one.standing) - gravest.indexOf(other.standing),
    )
    return { settings: own[0]?.settings ?? [], ...worst }
  })
  const stranger = doubtOfAddress(evidence.exchanges, { ...beside, ofUnknown: statusOf(unknown) }, baseUrl)
  if (stranger === null) return tried
  // The answers of another service say nothing of the other settings.
  const untried = notAsked('this address is not that of the API')
  return tried.map((one) => ({ ...one, ...(one.settings[0] === 'BASE_URL' ? stranger : untried) }))
}

/** True for a status that tells nothing of a route: 401 may come before routing, and a limit or a crash on any route. */
const saysNothingOfRoutes = (status: number) => status === 401 || status === 429 || status >= 500

/** Why the address seems not to be that of the API, although something answers; null where nothing speaks against the address. */
function doubtOfAddress(
  exchanges: readonly Exchange[],
  { withoutKey, ofUnknown }: Beside & { readonly ofUnknown: number | null },
  baseUrl: string,
): SettingReading | null {
  const elsewhere = wrongBase(exchanges, baseUrl)
  if (elsewhere !== null) {
    const { status, location } = elsewhere
    return wrong(
      `every request is redirected (${status}) to ${location}`,
      `set {BASE_URL} to ${location}, if that is the API`,
    )
  }
  const isServed = exchanges.some((exchange) => {
    const answer = answerOf(exchange)
    return answer !== null && exchange.operation !== null && succeeded(answer) && ofUnknown !== answer.status
  })
  if (isServed || withoutKey === null || withoutKey !== ofUnknown || saysNothingOfRoutes(withoutKey)) return null
  // A proxy says this (RFC 9110, 15.5.8), whatever the address.
  if (withoutKey === 407)
    return wrong('a proxy asks for user and password (407)', 'put both into the address of the proxy')
  return wrong(
    `the details listing is answered like a made-up path (${withoutKey})`,
    'set {BASE_URL} to the address below which /api stands, base path included',
  )
}
