import { expect } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import type { K6 } from '../../load/engine/find-k6.ts'
import { type LoadRun, type LoadRunOptions, limitedOperation, runLoad } from './load-run.ts'
import { type WatchedAnswer, watched } from './watched.ts'

/** One read of each of three products: enough for the smoke scenario, and quick. */
const operations = catalogue.filter(({ id }) =>
  [limitedOperation, 'GET /api/team/general/all', 'GET /api/ads/bidding/all'].includes(id),
)

/** A load run, and the requests that the deployment saw. */
export interface WatchedLoad {
  readonly outcome: LoadRun
  readonly answers: readonly WatchedAnswer[]
  readonly key: string
  readonly front: Front
}

/** Puts a deployment under load: the scenarios limits and smoke, unless `more` says otherwise. */
export async function loadOf(k6: K6, made: Deployment, more: Partial<LoadRunOptions> = {}): Promise<WatchedLoad> {
  const { deployment, answers } = watched(made)
  const front = await listen(deployment)
  const key = deployment.settings['LOAD_API_KEY'] ?? ''
  try {
    const outcome = await runLoad({
      k6,
      operations,
      baseUrl: front.url,
      loadKey: key,
      scenarios: ['limits', 'smoke'],
      otherKey: deployment.settings['API_KEY'] ?? null,
      extraHeaders: [['X-Extra', 'extra-secret']],
      environment: { ...process.env, K6_ITERATIONS: '77' },
      limitsBudget: { requests: 400, ms: 45_000 },
      ...more,
    })
    return { outcome, answers, key, front }
  } finally {
    await front.close()
  }
}

/** Verdict and cause of the only finding of a check. Fails where there is not exactly one. */
export function verdictOf({ outcome }: Pick<WatchedLoad, 'outcome'>, check: string): string {
  const found = outcome.findings.filter((finding) => finding.check === check)
  expect(found, check).toHaveLength(1)
  return `${found[0]?.verdict} ${found[0]?.cause}`
}
