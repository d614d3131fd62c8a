import { type Asked, type AskOptions, ask } from '../contracts/ask/ask.ts'
import type { TransportSecurity } from '../contracts/ask/connections.ts'
import { supertestTransport, type Transport } from '../contracts/ask/transport.ts'
import type { Facts } from '../contracts/check.ts'
import type { Selection } from '../contracts/plan.ts'
import { lonelySettings, unsetSettings } from '../contracts/settings/given.ts'
import { judgeSettings } from '../contracts/settings/judge-settings.ts'
import { planOfSettings, settingQuestions } from '../contracts/settings/questions.ts'
import { type TriedSetting, wrong } from '../contracts/settings/readings.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { gaveUp, settingsAgainst } from './gave-up.ts'
import { suiteVersion } from './version.ts'

/** The highest number of requests, repeats and clean-ups included. */
export const mostRequests = 20

/** The retry policy: one short wait for a limit, and no other repeats. */
const retry = { longestWaitMs: 5_000, attempts: 2, repeats: 0, random: Math.random }

/** The longest time for all requests together, milliseconds. */
const longestMs = 60_000

/** What to ask, and how. Times in milliseconds. */
export interface SettingTrials extends Pick<AskOptions, 'known' | 'redact' | 'timeoutMs' | 'signal'> {
  /** For tests. @default a supertest agent */
  readonly transport?: Transport
  readonly selection: Selection
  readonly facts: Facts
  readonly security: TransportSecurity
}

export type CheckedSettings = Awaited<ReturnType<typeof checkSettings>>

/** A transport that interrupts everything after `mostRequests`. */
function bounded(transport: Transport, interrupt: () => void): Transport & { sent: () => number } {
  let sent = 0
  return {
    ...transport,
    sent: () => sent,
    async send(request, limits) {
      if (sent >= mostRequests) interrupt()
      else sent += 1
      return transport.send(request, limits)
    },
  }
}

/** Sends the requests that show which settings work, one after the other. */
export async function checkSettings(trials: SettingTrials) {
  const { known, selection, facts, redact, security, timeoutMs } = trials
  const questions = settingQuestions(known, selection.operations, facts.seed)
  const plan = planOfSettings(questions, selection, facts, known)
  const budget = new AbortController()
  const wire = trials.transport ?? supertestTransport(known.baseUrl, 1, security)
  const transport = bounded(wire, () => budget.abort())
  const exchanges: Exchange[] = []
  const asked = await ask(plan, {
    transport,
    redact,
    retry,
    known,
    timeoutMs,
    signal: AbortSignal.any([trials.signal, budget.signal]),
    concurrency: 1,
    maxDurationMs: longestMs,
    waitMs: 0,
    userAgent: `platform-api-suite/${suiteVersion} check`,
    record: (exchange) => exchanges.push(exchange),
  })
  const tried = judgeSettings(questions, { plan, exchanges }, known.baseUrl)
  return {
    tried: [...addressed(tried, asked, exchanges, trials), ...lonelySettings(known)],
    unset: unsetSettings(known),
    requests: transport.sent(),
    /** Resources that the trial created and that are still there, and why. */
    left: asked.created.left,
  }
}

/** Without any complete answer the address is at fault: the setting is then judged in the words of a run. */
function addressed(
  tried: readonly TriedSetting[],
  { stopped }: Asked,
  exchanges: readonly Exchange[],
  { known: { baseUrl }, security }: SettingTrials,
): readonly TriedSetting[] {
  const isAnswered = exchanges.some(({ response, failure }) => response !== null && failure === null)
  if (isAnswered || exchanges.length === 0) return tried
  const why = gaveUp(stopped ?? 'no-answers', baseUrl, exchanges, security.environment)
  const address = '{BASE_URL} to the address at which the service answers, and see that it is up'
  const nobody = wrong(why, `set ${settingsAgainst(exchanges, baseUrl) ?? address}`)
  return tried.map((one) => (one.settings[0] === 'BASE_URL' ? { ...one, ...nobody } : one))
}
