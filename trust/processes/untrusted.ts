import { expect } from 'vitest'
import type { Deployment, PlainAnswer } from '../../fixtures/deployment.ts'
import { listen } from '../../fixtures/front/front.ts'
import { asDevelopment } from './child-run.ts'
import { type EndedSuite, ranSuite } from './warm-suite.ts'

export const base = ['run', 'gate', '--only', 'contracts', '--out', 'OUT', '--seed', '7']
/** Words for deployments that answer every request. The limits of time suffice on a busy machine too. */
export const answered = [...base, '--timeout', '5000', '--max-duration', '60']
/** Words for deployments that may never answer: each request waits 700 ms, and asking ends after these seconds. */
const within = (seconds: string) => [...base, '--timeout', '700', '--max-duration', seconds, '--concurrency', '8']
export const brief = within('6')
/** Words for runs that end by themselves: the time suffices on a busy machine too. */
export const unhurried = within('40')
export const some = ['--product', 'Livestream']

/** Runs the suite against a deployment, or without one against the address that the settings name. */
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

/** Expects exit 2, a sentence that fits `says`, no stack trace, and no word of praise. */
export function expectNoTrust({ code, output }: EndedSuite, says?: RegExp): void {
  expect(code, output).toBe(2)
  expect(output).not.toMatch(/^\s+at |PASSED|node:internal/m)
  if (says !== undefined) expect(output).toMatch(says)
}

export const answer = (
  status: number,
  body: string,
  headers: PlainAnswer['headers'] = [['Content-Type', 'application/json']],
): PlainAnswer => ({ kind: 'answer', status, headers, body })

export const error = (code: string) => JSON.stringify({ error: { code, message: 'no' }, requestId: 'r' })
