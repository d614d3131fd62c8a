import { stdout } from 'node:process'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../../fixtures/front/front.ts'
import { hostileAnswers, hostileOn } from '../../fixtures/hostile/hostile.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment, type ChildResult, startSuite } from '../processes/child-run.ts'
import { tried } from '../tools/rounds.ts'
import { expectHarmless } from './harm.ts'

const mega = 1024 * 1024
const mostBytes = 300 * mega
/** The most bytes that a whole run may hold, code included, and that each request may add. */
const mostHeld = { bytes: 45 * mega, bytesARequest: 3300 } as const
const watchesHeld = { NODE_OPTIONS: `--import ${new URL('./held.ts', import.meta.url)}` }
const large = hostileAnswers.filter((hostile) => hostile.large)
const operations = [
  'GET /api/video/category/all',
  'GET /api/events/general/get',
  'POST /api/payment/receipt/get',
  'GET /api/ads/bidding/all',
  'GET /api/team/subcategory/all',
]

let peakBytes = 0
afterAll(() => {
  stdout.write(
    `hostile answers and a whole healthy run, each in a process of its own: ${large.length + 1}, peak memory ${Math.ceil(peakBytes / mega)} MB\n`,
  )
})

async function run(deployment: Awaited<ReturnType<typeof createService>>, ...words: readonly string[]) {
  const front = await listen(deployment)
  try {
    const settings = { ...asDevelopment({ ...deployment.settings, BASE_URL: front.url }), ...watchesHeld }
    const args = ['run', 'gate', '--only', 'contracts', '--out', 'OUT', '--timeout', '3000', '--seed', '7', ...words]
    const result = await startSuite(args, { settings, mostMs: 85_000 }).ended
    peakBytes = Math.max(peakBytes, result.peakBytes)
    expect(result.peakBytes).toBeGreaterThan(30 * mega)
    expect(result.peakBytes).toBeLessThan(mostBytes)
    expectHarmless(new Map([...result.files, ['output', result.output.replaceAll('\r', '')]]), deployment.settings)
    return result
  } finally {
    await front.close()
  }
}

function completes({ results }: ChildResult, operation: string | undefined) {
  return results?.findings.find((one) => one.check === 'http.completes' && one.operation === operation)
}

/** The bytes that a run held when a stage began. */
function heldAt(stage: string, { output }: ChildResult): number {
  const [, bytes] = new RegExp(`held at ${stage}: (\\d+)`).exec(output) ?? []
  return Number(bytes)
}

test('a whole run of a healthy deployment keeps within its memory', { timeout: 90_000 }, async () => {
  const result = await run(await createService({ limit: 'none' }), '--max-duration', '80')
  expect(result.code).toBe(0)
  expect(result.results?.findings.length).toBeGreaterThan(1000)
  const requests = result.results?.run.requests ?? 0
  const added = heldAt('judging', result) - heldAt('contracts', result)
  expect(added / requests, 'each request is kept').toBeGreaterThan(200)
  expect(added / requests).toBeLessThan(mostHeld.bytesARequest)
  expect(heldAt('writing', result)).toBeLessThan(mostHeld.bytes)
})

test('each large answer, on an operation of its own, is inconclusive', { timeout: 60_000 }, async () => {
  expect(large).toHaveLength(operations.length)
  let deployment = await createService()
  for (const [index, hostile] of large.entries()) {
    deployment = hostileOn(deployment, hostile, operations[index] ?? null)
  }
  const result = await run(deployment, ...operations.flatMap((id) => ['--operation', id]))
  for (const operation of operations) expect(completes(result, operation)?.verdict, operation).toBe('inconclusive')
  expect(result.results?.summary.violation).toBe(0)
})

const everywhere = tried(['gzip-bomb', 'endless', '100000-objects-deep'], 2, String)
test.for(everywhere)('%s everywhere', { timeout: 60_000 }, async (name) => {
  const hostile = hostileAnswers.find((candidate) => candidate.name === name)
  if (hostile === undefined) throw new Error(name)
  const result = await run(hostileOn(await createService(), hostile, null), '--product', 'Pages')
  expect(result.code).toBe(2)
  expect(result.durationMs).toBeLessThan(30_000)
})
