import { stdout } from 'node:process'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { type ComposedRequest, compose } from '../../contracts/compose.ts'
import { factsOf } from '../../contracts/facts.ts'
import type { Plan } from '../../contracts/plan.ts'
import { makePlan } from '../../contracts/planning/make-plan.ts'
import type { PolicyName } from '../../evidence/results.ts'
import { UsageError } from '../../evidence/usage-error.ts'
import { verdicts } from '../../evidence/verdict.ts'
import { catalogue, detailed } from '../../fixtures/catalog/catalog.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import type { Known } from '../../fixtures/target.ts'
import { readRunOptions } from '../../run/options/run-options.ts'
import { selectorOf } from '../../run/options/selection.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { policies } from '../../run/target.ts'
import { runContracts } from '../matrix/contract-run.ts'
import { startSuite } from '../processes/child-run.ts'
import { rounds } from '../tools/rounds.ts'
import { type Configuration, configurations } from './configurations.ts'
import { answering } from './random-transport.ts'
import { harmOf } from './safety.ts'

let tried = 0
let requests = 0
let refused = 0
let cleanUps = 0
afterAll(() => {
  stdout.write(
    `configurations and command lines tried: ${tried} (${refused} refused), requests looked at: ${requests}, clean-ups sent: ${cleanUps}\n`,
  )
})

interface Read {
  readonly plan: Plan
  readonly known: Known
  readonly policy: PolicyName
  readonly options: ReturnType<typeof readRunOptions>
  readonly selection: ReturnType<ReturnType<typeof selectorOf>>
}

const cleanUp = { created: detailed['embed-create'], operation: 'POST /api/vote/embed/delete', body: { id: '{id}' } }

/** The configuration as `run` reads it; null where it is refused. */
function read({ args, variables }: Configuration): Read | null {
  tried += 1
  try {
    const options = readRunOptions(args)
    if (options.target === 'embedded') return null
    const policy = policies[options.target]
    const known = { ...readKnown(variables, options.target), cleanUps: [cleanUp] }
    const selection = selectorOf(options, catalogue)(known.exclude)
    const facts = factsOf(known, options.profile, policy, options.seed ?? 1)
    return { plan: makePlan(selection, facts, known), known, policy, options, selection }
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    refused += 1
    return null
  }
}

function expectSafe(request: ComposedRequest, configuration: Read, entry: Plan['entries'][number]): void {
  requests += 1
  const harm = harmOf(request, { ...configuration, entry })
  if (harm.length > 0)
    throw new Error(`${harm.join(', ')}: ${request.method} ${request.target} ${JSON.stringify(entry.probe)}`)
}

test('no plan holds a request that docs/policy.md forbids', { timeout: 600_000 }, () => {
  fc.assert(
    fc.property(configurations, (configuration) => {
      const found = read(configuration)
      if (found === null) return
      const { plan, known } = found
      const ids = new Set(plan.entries.map(({ probe }) => probe.id))
      expect(ids.size).toBe(plan.entries.length)
      for (const entry of plan.entries) {
        if (entry.barred === null) expectSafe(compose(entry.probe, known, plan.facts.seed), found, entry)
      }
      for (const question of plan.questions) {
        if (question.barred === null && question.probes.length === 0) throw new Error(`${question.id} asks nothing`)
        for (const id of question.probes) if (!ids.has(id)) throw new Error(`${question.check} waits for no entry`)
      }
    }),
    { numRuns: rounds(625), seed: 20_261_121 },
  )
})

test('every sent request is planned, and every planned one is sent or told', { timeout: 600_000 }, async () => {
  const some = fc.sample(configurations, { numRuns: rounds(40), seed: 77 })
  const tryOne = async (configuration: Configuration, index: number) => {
    const found = read(configuration)
    if (found === null || found.plan.questions.length === 0) return
    const { known, policy, options, selection } = found
    const sent: ComposedRequest[] = []
    const run = await runContracts({
      known,
      policy,
      selection,
      profile: options.profile,
      seed: options.seed ?? 1,
      concurrency: 16,
      timeoutMs: 500,
      silenceMs: 10,
      maxDurationMs: 4_000,
      waitMs: 0,
      userAgent: 'test',
      signal: new AbortController().signal,
      transport: answering(index, sent),
    })
    const byProbe = new Map(run.plan.entries.map((entry) => [entry.probe.id, entry]))
    const asked = run.exchanges.filter(({ probe }) => byProbe.has(probe))
    for (const { probe } of asked) {
      const entry = byProbe.get(probe)
      if (entry === undefined || entry.barred !== null) throw new Error(`${probe} was sent against the plan`)
      expectSafe(compose(entry.probe, known, run.plan.facts.seed), found, entry)
    }
    expect(sent.length).toBe(run.exchanges.length)
    const undone = run.exchanges.filter(({ probe }) => !byProbe.has(probe))
    const [planned] = run.plan.cleanUps
    for (const { probe } of undone) {
      if (planned === undefined || planned.barred !== null || !probe.startsWith(`${planned.probe.id}-`))
        throw new Error(`${probe} was sent against the plan`)
    }
    cleanUps += undone.length
    expect(run.exchanges.filter(({ operation }) => operation !== null && selection.excluded(operation))).toEqual([])
    if (policy === 'safe') expect(undone).toEqual([])
    const told = new Set(asked.map(({ probe }) => probe))
    for (const entry of run.plan.entries) {
      const outcome = run.outcomes.get(entry.probe.id)
      if (told.has(entry.probe.id)) continue
      if (outcome?.kind !== 'not-sent') throw new Error(`${entry.probe.id} is a silent hole`)
      if (
        entry.when === null &&
        entry.barred === null &&
        run.stopped === null &&
        run.unsent[entry.probe.id] === undefined
      )
        throw new Error(`${entry.probe.id} was to be sent always`)
    }
    const counts = verdicts.map((verdict) => run.findings.filter((one) => one.verdict === verdict).length)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(run.plan.questions.length)
    expect(run.findings.map(({ id }) => id)).toEqual(run.plan.questions.map(({ id }) => id))
  }
  for (let at = 0; at < some.length; at += 40) {
    await Promise.all(some.slice(at, at + 40).map((one, index) => tryOne(one, at + index)))
  }
})

test('a cutover sends production no request that could do harm', { timeout: 120_000 }, async () => {
  const service = await createService({ production: true })
  const front = await listen(service)
  const words = ['run', 'cutover', '--out', 'OUT', '--seed', '7', '--quiet']
  const result = await startSuite(words, { settings: { ...service.settings, BASE_URL: front.url }, mostMs: 90_000 })
    .ended
  const { record } = front
  await front.close()
  expect(result.code, result.output).toBe(0)
  const plan = JSON.parse(result.files.get('plan.json') ?? '') as Plan
  expect(record.length).toBe(result.results?.run.requests)
  expect(record.length).toBeGreaterThan(500)
  const known = readKnown({ ...service.settings, BASE_URL: front.url }, 'production')
  const reading = new Set(['GET', 'HEAD', 'OPTIONS'])
  for (const { method, target, headers, body } of record) {
    const plain = headers.filter(([name]) => !/^(host|connection|accept-encoding)$/i.test(name))
    const probe = { operation: null, credential: 'none' } as unknown as Plan['entries'][number]['probe']
    const request = { method, target, headers: plain, body: body.length === 0 ? null : body.toString() }
    expect(harmOf(request, { known, policy: 'safe', entry: { probe } }), `${method} ${target}`).toEqual([])
    expect(headers.find(([name]) => name.toLowerCase() === 'host')?.[1]).toBe(new URL(front.url).host)
    requests += 1
  }
  expect(record.some(({ method }) => !reading.has(method))).toBe(true)
  const always = plan.entries.filter(({ when, barred }) => when === null && barred === null)
  const sent = new Set(
    (result.files.get('exchanges.ndjson') ?? '')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).probe as string),
  )
  expect(always.filter(({ probe }) => !sent.has(probe.id))).toEqual([])
})

describe('one deployment under two names', () => {
  test.for([
    ['http://api.example.com', 'http://api.example.com/dev'],
    ['https://api.example.com', 'https://API.example.com.:443/x'],
    ['http://api.example.com', 'https://api.example.com'],
    ['http://localhost:8080', 'http://127.0.0.1:8080'],
    ['http://localhost:8080', 'http://[::1]:8080'],
    ['http://127.0.0.1:8080', 'http://0x7f.1:8080'],
    ['http://127.0.0.1:8080', 'http://[::ffff:127.0.0.1]:8080'],
    ['http://10.0.0.1:80', 'http://[::ffff:10.0.0.1]'],
    ['http://bücher.example', 'http://xn--bcher-kva.example'],
  ] as const)('%s and %s are refused', ([production, development]) => {
    const variables = { BASE_URL: production, DEV_BASE_URL: development }
    expect(() => readKnown(variables, 'development')).toThrow(UsageError)
    expect(() => readKnown(variables, 'production')).toThrow(UsageError)
  })

  test('two ports of one host are two deployments', () => {
    const variables = { BASE_URL: 'http://127.0.0.1:8080', DEV_BASE_URL: 'http://127.0.0.1:8081' }
    expect(readKnown(variables, 'development').baseUrl).toBe('http://127.0.0.1:8081')
  })
})
