import type { Exchange } from '../../evidence/exchange.ts'
import { type Finding, findingId } from '../../evidence/finding.ts'
import type { LimitEvent, LimitResult, Results, ScenarioResult } from '../../evidence/results.ts'
import type { Judgement, Verdict } from '../../evidence/verdict.ts'
import { catalogue, census, products } from '../../fixtures/catalog/catalog.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { type CheckId, checkFacts } from '../../fixtures/checks.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { exchangeFor, hostileText } from './sample-exchanges.ts'
import { type Fault, faultAt, planned, type SampleEntry } from './sample-plan.ts'

/** What a made-up run is like. For tests and for looking at the page: no command uses it. */
export interface SampleOptions {
  readonly seed?: number
  /** How many of the planted faults show, at most 30. */
  readonly faults?: number
  /** Further findings of `request.odd-input`, for size. */
  readonly extra?: number
  /** Puts hostile text wherever a deployment could have put it. */
  readonly hostile?: boolean
  /** Verdicts that alone may occur, `[]` for a run without findings. */
  readonly only?: readonly Verdict[]
}

/** A made-up run: the same options give the same bytes. */
export interface Sample {
  readonly results: Results
  readonly exchanges: ReadonlyMap<string, Exchange>
}

/** Builds a run over the whole catalogue. */
export function sampleRun(options: SampleOptions = {}): Sample {
  const random = seededRandom(options.seed ?? 7)
  const exchanges = new Map<string, Exchange>()
  const findings: Finding[] = []
  for (const entry of byOperation(planned(catalogue, options.extra ?? 0))) {
    const fault = faultAt(entry.check, entry.sub, entry.operation, options.faults ?? 0)
    const judgement = fault ?? entry.otherwise(random)
    if (options.only !== undefined && !options.only.includes(judgement.verdict)) continue
    findings.push(findingOf(entry, judgement, exchanges, random, options.hostile === true))
  }
  const summary = { pass: 0, violation: 0, undocumented: 0, inconclusive: 0, 'not-exercised': 0 }
  for (const finding of findings) summary[finding.verdict] += 1
  const code = summary.violation > 0 ? 1 : findings.length === 0 ? 2 : 0
  const results: Results = {
    schemaVersion: 1,
    run: {
      id: '2026-11-21T02-00-00Z-7f3a',
      profile: 'nightly',
      target: 'development',
      baseUrl: 'https://dev.platform.example/base',
      policy: 'full',
      seed: options.seed ?? 7,
      startedAt: '2026-11-21T02:00:00.000Z',
      finishedAt: '2026-11-21T02:03:41.200Z',
      durationMs: 221_200,
      exitCode: code,
      outcome: code === 1 ? `${summary.violation} violations.` : code === 2 ? 'Nothing was judged.' : 'No violation.',
      requests: exchanges.size,
      suiteVersion: '0.1.0',
      catalogHash: 'b7d1f0c2',
    },
    catalog: census(),
    summary,
    findings,
    observations: observations(options.hostile === true),
    load: { scenarios: scenarios(random), limits: findings.length === 0 ? [] : [limit(), secondLimit()] },
  }
  return { results, exchanges }
}

/** In the order of a real run: operation by operation, what concerns none of them last. */
function byOperation(entries: readonly SampleEntry[]): SampleEntry[] {
  const groups = Map.groupBy(entries, ({ operation }) => operation)
  const none = groups.get(null) ?? []
  groups.delete(null)
  return [...[...groups.values()].flat(), ...none]
}

type Entry = { readonly check: CheckId; readonly sub: string | null; readonly operation: Operation | null }

function findingOf(
  { check, sub, operation }: Entry,
  judgement: Judgement | Fault,
  exchanges: Map<string, Exchange>,
  random: () => number,
  hostile: boolean,
): Finding {
  const id = sub === null ? check : `${check}:${sub}`
  const asked = judgement.verdict !== 'not-exercised' && operation !== null
  const exchange = asked ? exchangeFor(id, operation, judgement, random, hostile) : null
  if (exchange !== null) exchanges.set(exchange.id, exchange)
  return {
    id: findingId(id, operation?.id ?? null),
    check: id,
    clause: checkFacts(check).clauses[0],
    operation: operation?.id ?? null,
    product: operation?.product ?? null,
    verdict: judgement.verdict,
    cause: judgement.cause,
    message: hostile ? `${judgement.message} ${hostileText}` : judgement.message,
    expected: judgement.expected ?? null,
    observed:
      hostile && judgement.observed !== undefined
        ? `${judgement.observed} ${hostileText}`
        : (judgement.observed ?? null),
    exchanges: exchange === null ? [] : [exchange.id],
    reproduce: exchange === null ? null : curl(exchange),
  }
}

function curl({ request }: Exchange): string {
  const body = request.body === null ? '' : ` --data-raw '${request.body.replaceAll("'", "'\\''")}'`
  const headers = request.headers.map(([name, value]) =>
    value === '[redacted]' ? ` -H "${name}: $API_KEY"` : ` -H '${name}: ${value}'`,
  )
  return `curl -i -X ${request.method} 'https://dev.platform.example${request.target}'${headers.join('')}${body}`
}

function observations(hostile: boolean): Record<string, unknown> {
  return {
    'error code stands at': ['body member error.code', 'header X-Error-Code'],
    'unknown routes': { GET: '404 application/json not_found', POST: '404 application/json not_found' },
    'protected operations': 262,
    'required embed fields': ['name', 'domain'],
    'idempotencyKey repeated': 'a second embed was created',
    'pagination limit bounds': true,
    ...(hostile ? { [hostileText]: hostileText } : {}),
  }
}

function scenarios(random: () => number): ScenarioResult[] {
  const latency = products.map(({ product, rows }) => {
    const p50 = Math.round(8 + random() * 30)
    return {
      product,
      count: rows.length * 12,
      p50,
      p95: Math.round(p50 * 2.4),
      p99: Math.round(p50 * (3 + random() * 4)),
    }
  })
  const facts = { verdict: 'pass', requests: 3180, durationMs: 20_000, k6Version: 'v1.8.1' } as const
  return [{ ...facts, name: 'smoke', why: 'Every iteration that was asked for was delivered.', latency }]
}

/** A fixed window of 20 requests in 2 seconds, met five times. */
function limit(): LimitResult {
  const timeline: LimitEvent[] = []
  for (let round = 0; round < 5; round += 1) {
    const start = round * 3400
    for (let sent = 0; sent < 20; sent += 1) timeline.push({ at: start + sent * 18, kind: 'accepted', status: 200 })
    for (let sent = 0; sent < 4; sent += 1) timeline.push({ at: start + 360 + sent * 18, kind: 'refused', status: 429 })
    timeline.push({ at: start + 440, kind: 'wait', status: null, ms: 2900 })
    timeline.push({
      at: start + 3350,
      kind: round === 2 ? 'still-refused' : 'recovered',
      status: round === 2 ? 429 : 200,
    })
  }
  return {
    scope: 'key and product Livestream',
    operation: 'GET /api/video/details/all',
    algorithm: 'fixed-window',
    quota: 20,
    quotaInterval: [20, 20],
    windowMs: 2000,
    windowIntervalMs: [1960, 2040],
    refillPerSecond: null,
    refillInterval: null,
    retryAfter: { form: 'seconds', longestMs: 2000, trials: 5, recovered: 4 },
    verdict: 'pass',
    why: 'Five recoveries agree on the edges of one window.',
    timeline,
  }
}

function secondLimit(): LimitResult {
  const none = { quota: null, quotaInterval: null, windowMs: null, windowIntervalMs: null } as const
  return {
    ...limit(),
    ...none,
    scope: 'key and product Payments',
    operation: 'GET /api/payment/subscription/getAll',
    algorithm: 'inconclusive',
    retryAfter: { form: null, longestMs: null, trials: 0, recovered: 0 },
    verdict: 'not-exercised',
    why: 'No 429 within the budget of 400 requests.',
    timeline: Array.from({ length: 400 }, (_, sent) => ({ at: sent * 20, kind: 'accepted', status: 200 })),
  }
}
