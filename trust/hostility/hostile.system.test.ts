import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { stdout } from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Exchange, Failure } from '../../evidence/exchange.ts'
import { checkOf, type Finding } from '../../evidence/finding.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { planted } from '../../fixtures/faults/planting.ts'
import type { Hostile } from '../../fixtures/hostile/answer.ts'
import { echoAnswers } from '../../fixtures/hostile/echoes.ts'
import { elsewhere } from '../../fixtures/hostile/heads.ts'
import { hostileAnswers, hostileAtTimes, hostileOn } from '../../fixtures/hostile/hostile.ts'
import { createService } from '../../fixtures/service/service.ts'
import { tried, triesAll } from '../tools/rounds.ts'
import { expectHarmless } from './harm.ts'
import { runHostile, short } from './hostile-run.ts'

/** Causes that come and go from run to run. */
const unsteady: readonly string[] = ['load-shedding', 'unstable', 'unsteady-answers']
/** Causes that a delay of our own starved machine has: an answer that came too late, and the questions that needed it. */
const ownDelay: readonly string[] = ['no-answer-slow', 'gate-sample']
const victim = 'GET /api/video/category/all'
const beside = 'POST /api/payment/receipt/get'
const operations = [victim, beside]

/** The second answer of this one may come in the place of another answer: that cannot be told, and must blame no operation. */
const spoiling = 'a-second-answer-nobody-asked-for'
const echoes = new Set(echoAnswers.map(({ name }) => name))
const small = hostileAnswers.filter(({ name, large }) => large !== true && !echoes.has(name))
/** Those that lead to another origin are tried each time: nobody may follow them. */
const leading = small.filter(({ name }) => name.endsWith('to-another-origin'))
const others = small.filter((hostile) => !leading.includes(hostile))

let survived = 0
let stolen = 0
const trap = createServer((_, response) => {
  stolen += 1
  response.end()
})
let healthy: readonly Finding[] = []

beforeAll(async () => {
  await new Promise<void>((done) => trap.listen(0, '127.0.0.1', done))
  elsewhere.url = `http://127.0.0.1:${(trap.address() as AddressInfo).port}/stolen`
  healthy = (await runHostile(await createService(), { operations })).run.findings
})
afterAll(async () => {
  await new Promise((done) => trap.close(done))
  stdout.write(
    `hostile answers survived: ${survived} of ${hostileAnswers.length} (the large ones in memory.system.test.ts)\n`,
  )
})

/** O12: a reset on a reused connection, before any byte came, is asked again and is no evidence. */
const isTrouble = (failure: Failure | null, status: number) =>
  status >= 500 || (failure !== null && !(failure.reusedConnection && !failure.began))

const of = (findings: readonly Finding[], operation: string) => findings.filter((one) => one.operation === operation)
const summary = ({ check, verdict, cause }: Finding) => `${check} ${verdict} ${cause}`

/**
 * O12: where a starved machine delayed our own clock, a time-out proves nothing about the deployment. An answer that is sent at
 * once comes too late only there.
 */
function wasStarved({ failure, endMs }: Exchange, { completes }: Hostile): boolean {
  const [, limit] = /Timeout of (\d+)ms/.exec(failure?.message ?? '') ?? []
  return limit !== undefined && (completes === 'pass' || endMs > Number(limit) * 1.05)
}

describe.concurrent('one hostile answer on one operation', () => {
  test.for([...leading, ...tried(others, 2, ({ name }) => name)])('$name', async (hostile, { expect }) => {
    const { run, written, front, durationMs } = await runHostile(hostileOn(await createService(), hostile, victim), {
      operations,
    })
    expect(run.stopped).toBeNull()
    const own = of(run.findings, victim)
    const completes = own.find(({ check }) => check === 'http.completes')?.verdict
    // A second answer that falls between two requests cannot be told from one that was asked for.
    const mayBeOpen = run.exchanges.some((one) => one.operation === victim && wasStarved(one, hostile))
      ? ['inconclusive']
      : []
    const expected = hostile.name === spoiling ? ['pass', 'inconclusive'] : [hostile.completes, ...mayBeOpen]
    expect(expected).toContain(completes)
    const violated = own.filter(({ verdict }) => verdict === 'violation').map(checkOf)
    if (hostile.violates !== undefined) expect(violated).toContain(hostile.violates)
    if (hostile.completes === 'violation' && mayBeOpen.length === 0) expect(violated).toContain('http.completes')
    const others = run.findings.filter(({ operation }) => operation !== victim)
    expect(others.filter(({ verdict }) => verdict === 'violation').map(summary)).toEqual([])
    if (hostile.name !== spoiling) {
      const failed = run.exchanges.some(({ operation, failure }) => operation === beside && failure !== null)
      const ignored = failed ? [...unsteady, ...ownDelay] : unsteady
      const stable = others.filter(({ cause }) => !ignored.includes(cause)).map(summary)
      expect(of(healthy, beside).map(summary)).toEqual(expect.arrayContaining(stable))
    }
    const longest = Math.max(...run.exchanges.map(({ endMs }) => endMs))
    expect(longest).toBeLessThan(short.silenceMs + 5_000)
    expect(durationMs).toBeLessThan(90_000)
    expectHarmless(written(), front.deployment.settings)
    survived += 1
  })
})

test('no file holds a key that the deployment echoes in every place and encoding', async () => {
  let next = 0
  const echoing = planted(
    await createService(),
    'echo',
    null,
    () => true,
    ({ request }) => {
      const hostile = echoAnswers[next % echoAnswers.length]
      next += 1
      return hostile?.answer(request) ?? { kind: 'reset' }
    },
  )
  const { written, front, run } = await runHostile(echoing, {
    operations: [...operations, 'POST /api/vote/embed/create', 'GET /api/video/details/all'],
  })
  expect(run.exchanges.length).toBeGreaterThan(echoAnswers.length * 2)
  const files = written()
  expect(files.get('exchanges.ndjson')).toContain('[redacted]')
  expectHarmless(files, front.deployment.settings)
  survived += echoAnswers.length
})

test('no redirect was followed', () => {
  expect(stolen).toBe(0)
})

const everywhere = ['reset', 'hang-before-the-head', 'garbage-instead-of-http', 'ends-at-once'] as const
describe.concurrent('a hostile answer to every request stops the run early', () => {
  test.for(everywhere)('%s everywhere', async (name, { expect }) => {
    const hostile = hostileAnswers.find((candidate) => candidate.name === name)
    if (hostile === undefined) throw new Error(name)
    const { run, results, front } = await runHostile(hostileOn(await createService(), hostile, null))
    expect(run.stopped).toBe('no-answers')
    expect(results.run.exitCode).toBe(2)
    expect(results.summary.violation).toBe(0)
    expect(front.record.length).toBeLessThan(80)
  })

  test.for([null, '900', '0'])('maintenance everywhere, Retry-After %s', async (wait, { expect }) => {
    const headers = wait === null ? [] : [['Retry-After', wait] as const]
    const answer = () => ({ kind: 'answer', status: 503, headers, body: '<h1>soon</h1>' }) as const
    const { run, results } = await runHostile(
      hostileOn(await createService(), { name: 'maintenance', answer, completes: 'pass' }, null),
    )
    expect(results.run.exitCode).toBe(2)
    expect(results.summary.violation).toBe(0)
    expect(run.exchanges.length).toBeLessThan(200)
  })

  test('a target that dies in the middle of a run blames no operation', async () => {
    let answered = 0
    const dying = planted(
      await createService(),
      'dies',
      null,
      () => ++answered > 400,
      () => ({ kind: 'reset' }),
    )
    const { run, results } = await runHostile(dying, { concurrency: 16 })
    expect(run.stopped).toBe('no-answers')
    expect(results.run.exitCode).toBe(2)
    expect(run.findings.filter(({ verdict }) => verdict === 'violation').map(summary)).toEqual([])
  })
})

describe.concurrent('a failure now and then is told as unstable and blames no operation', () => {
  const resetInTheBody = hostileAnswers.find(({ name }) => name === 'reset-in-the-body')?.answer
  const answers: readonly Hostile[] = [
    { name: 'reset', answer: () => ({ kind: 'reset' }), completes: 'violation' },
    { name: 'reset-in-the-body', answer: resetInTheBody ?? (() => ({ kind: 'reset' })), completes: 'violation' },
    {
      name: 'unavailable',
      answer: () => ({ kind: 'answer', status: 503, headers: [], body: 'busy' }),
      completes: 'pass',
    },
  ]
  // One seed each, in the nightly four.
  const rows = answers.flatMap((hostile, index) =>
    (triesAll ? [11, 21, 31, 41] : [11]).map((seed) => ({ hostile, seed: seed + index, name: hostile.name })),
  )
  test.for(rows)('one $name in a hundred, seed $seed', async ({ hostile, seed }, { expect }) => {
    const deployment = hostileAtTimes(await createService(), hostile, 100, seed)
    const products = ['/api/video/', '/api/vote/', '/api/ads/']
    const { run } = await runHostile(deployment, {
      seed,
      timeoutMs: 20_000,
      operations: catalogue
        .filter(({ path }) => products.some((prefix) => path.startsWith(prefix)))
        .map(({ id }) => id),
    })
    expect(run.findings.filter(({ verdict }) => verdict === 'violation').map(summary)).toEqual([])
    const evidence = run.exchanges.filter(({ failure, response }) => isTrouble(failure, response?.status ?? 0))
    const repeated = new Set(run.exchanges.filter(({ attempt }) => attempt > 1).map(({ probe }) => probe))
    for (const { probe } of run.exchanges.filter(({ failure }) => failure !== null)) expect(repeated).toContain(probe)
    const listed = evidence.filter(({ operation }) => operation !== null)
    expect(run.findings.some(({ cause }) => unsteady.includes(cause))).toBe(listed.length > 0)
  })
})
