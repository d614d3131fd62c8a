import { expect } from 'vitest'
import type { Deployment, PlainAnswer } from '../../fixtures/deployment.ts'
import { listen } from '../../fixtures/front/front.ts'
import { asDevelopment } from './child-run.ts'
import { type EndedSuite, ranSuite } from './warm-suite.ts'

export const base = ['run', 'gate', '--only', 'contracts', '--out', 'OUT', '--seed', '7']
/** Where every request is answered, on a starved machine too. */
export const answered = [...base, '--timeout', '5000', '--max-duration', '60']
/** Where no answer may come at all. */
const within = (seconds: string) => [...base, '--timeout', '700', '--max-duration', seconds, '--concurrency', '8']
export const brief = within('6')
/** For what ends by itself: a machine that others starve gives it up no sooner. */
export const unhurried = within('40')
export const some = ['--product', 'Livestream']

/** Runs the suite against a deployment, or against what its settings name. */
export async function against(
  deployment: Deployment | null,
  words: readonly string[],
  settings: Readonly<Record<string, string>> = {},
): Promise<EndedSuite> {
  const front = deployment === null ? null : await listen(deployment)
  try {
    const all = { ...deployment?.settings, ...(front === null ? {} : { BASE_URL: front.url }) }
    return await ranSuite(words, { ...asDevelopment(all), ...settings })
  } finally {
    await front?.close()
  }
}

/** One clear sentence, no stack trace, and never a word of praise. */
export function expectNoTrust({ code, output }: EndedSuite, says?: RegExp): void {
  expect(code, output).toBe(2)
  expect(output).not.toMatch(/^\s+at |PASSED|node:internal/m)
  if (says !== undefined) expect(output).toMatch(says)
}

export const answer = (
  status: number,
  body: string,
  headers: PlainAnswer['headers'] = [['Content-Type', 'application/json']],
): PlainAnswer => ({
  kind: 'answer',
  status,
  headers,
  body,
})

export const error = (code: string) => JSON.stringify({ error: { code, message: 'no' }, requestId: 'r' })
