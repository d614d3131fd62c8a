import { expect, test } from 'vitest'
import { UsageError } from '../../evidence/usage-error.ts'
import { judgeDelivered } from '../judges/delivered.ts'
import { gaveWayAt } from '../judges/gave-way.ts'
import { type Log, readLogs } from './read-logs.ts'

const about = { quietKey: true, limitedOperation: 'GET /a', k6Version: '1.8.1' }
const order = {
  scenario: 'stress',
  userAgent: 'agent',
  timeoutMs: 10_000,
  plateau: { ratePerSecond: 10, durationMs: 8_000 },
  targets: [{ id: 'GET /a', product: 'Teams', method: 'GET', path: '/a', body: null }],
  thresholds: [],
  keepEvery: null,
  startAt: null,
  about,
}

/** The log of the first or second of two pods, as `kubectl logs` writes it. Its requests begin at `beganS` seconds. */
function pod(index: 0 | 1, beganS: number, kubectl = ''): Log {
  const segment = ['0:1/2', '1/2:1'][index]
  const begin = { order, baseUrl: 'http://127.0.0.1', segment, sequence: '0,1/2,1' }
  const requests = Array.from({ length: 20 }, (_, nth) => `r ${2 * nth + index} 200 5 ${1000 * beganS + 200 * nth}`)
  const lines = [
    JSON.stringify({ kind: 'begin', begin }),
    ...requests,
    JSON.stringify({ kind: 'done', end: { requests: 20, dropped: 0 } }),
  ].map((line) => `${kubectl}${line}`)
  return {
    name: `pod-${index + 1}.log`,
    async *lines() {
      yield* lines
    },
  }
}

const merged = async (...logs: readonly Log[]) => {
  const { record } = await readLogs(logs, () => about)
  const [scenario] = record.scenarios
  if (scenario === undefined) throw new Error('no scenario')
  return scenario
}

test('pods that did not run together decide neither the delivered rate nor where the service gave way', async () => {
  const together = await merged(pod(0, 1_000), pod(1, 1_002))
  expect(together.apartMs).toBeUndefined()
  const late = await merged(pod(0, 1_000), pod(1, 1_008))
  expect(judgeDelivered(late, 40, [])).toMatchObject({ verdict: 'inconclusive', cause: 'not-together' })
  expect(gaveWayAt(late)).toBeNull()
})

test('the logs are refused where one pod began after the other had ended', async () => {
  const apart = merged(pod(0, 1_000), pod(1, 1_060))
  await expect(apart).rejects.toThrow(UsageError)
  await expect(apart).rejects.toThrow(/pod-2\.log began 60 s after pod-1\.log/)
})

test.for(['[pod/load-1-x/k6] ', '2026-11-27T10:00:00.123456789Z ', '[pod/a/k6] 2026-11-27T10:00:00Z '])(
  'the prefix that kubectl puts in front of each line is left out: %j',
  async (kubectl) => {
    const scenario = await merged(pod(0, 1_000, kubectl), pod(1, 1_000, kubectl))
    expect(scenario.measured?.all.requests).toBe(40)
    expect(scenario.processes.map(({ unreadable }) => unreadable)).toEqual([0, 0])
  },
)
