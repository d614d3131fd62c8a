import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import type { K6 } from '../../load/engine/find-k6.ts'
import { type LoadRun, limitedOperation, runLoad } from '../tools/load-run.ts'
import { type Comparison, compare, type Inferred } from './comparison.ts'
import { NotThere, type RealLimiter, type StartOptions } from './limiter.ts'
import { freePort } from './plain-service.ts'

/** The result for one limiter. */
export interface MeasuredLimiter {
  readonly limiter: RealLimiter
  /** Null where the limiter could not be had: `absent` says why. */
  readonly measured: {
    readonly inferred: Inferred
    readonly comparison: Comparison
    readonly requests: number
    readonly ms: number
  } | null
  readonly absent: string | null
}

/** One operation alone: to learn the scope of the limit would take as long again. */
const operations = catalogue.filter(({ id }) => id === limitedOperation)
const limitsBudget = { requests: 2000, ms: 90_000 }
const key = 'load-key-of-the-limiters-table'

/** All that a measurement needs beside the limiter. */
export interface Measuring extends Pick<StartOptions, 'cache' | 'signal' | 'progress'> {
  readonly k6: K6
  /** The folder for recordings of results that are not right; null to keep none. */
  readonly keep: string | null
}

/** Starts a limiter, asks it by k6 and judges as a run does, and ends it. */
export async function measure(limiter: RealLimiter, measuring: Measuring): Promise<MeasuredLimiter> {
  const room = await mkdtemp(join(tmpdir(), 'limiter-'))
  try {
    const running = await limiter.start({ ...measuring, room, port: await freePort() })
    const startedAt = Date.now()
    try {
      const outcome = await runLoad({
        operations,
        limitsBudget,
        baseUrl: running.url,
        loadKey: key,
        timeoutMs: 10_000,
        k6: measuring.k6,
        signal: measuring.signal,
        scenarios: ['limits'],
        runId: 'limiters',
        suiteVersion: 'limiters',
      })
      const inferred = outcome.results.limits[0]
      if (inferred === undefined) throw new Error('a run of the limits scenario says nothing of limits')
      const comparison = compare(limiter.truth, inferred)
      await keepRecording(limiter, comparison, outcome, measuring.keep)
      const ms = Date.now() - startedAt
      return { limiter, absent: null, measured: { inferred, comparison, requests: outcome.exchanges.length, ms } }
    } finally {
      await running.stop()
    }
  } catch (error) {
    if (!(error instanceof NotThere)) throw error
    return { limiter, measured: null, absent: error.message }
  } finally {
    await rm(room, { recursive: true, force: true })
  }
}

/** Keeps the recording of a result that is not right, so that it can be judged again. */
async function keepRecording(
  { name, truth }: RealLimiter,
  { word, outside }: Comparison,
  { recording, exchanges, results }: LoadRun,
  directory: string | null,
): Promise<void> {
  if (directory === null || (word === 'right' && outside.length === 0)) return
  const file = join(directory, `${name.replaceAll(/\W+/g, '-').toLowerCase()}.json`)
  await writeFile(file, JSON.stringify({ name, truth, limits: results.limits, recording, exchanges }))
}
