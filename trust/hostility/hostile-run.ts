import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Plan } from '../../contracts/plan.ts'
import type { Results } from '../../evidence/results.ts'
import { catalogue, census } from '../../fixtures/catalog/catalog.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { writeJson } from '../../run/files.ts'
import { nothingRemembered } from '../../run/memory.ts'
import type { Recording } from '../../run/record.ts'
import { resultsOf } from '../../run/results.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { writeReports } from '../../run/write-reports.ts'
import {
  type ContractOptions,
  type ContractRun,
  everything,
  planContracts,
  runContracts,
} from '../matrix/contract-run.ts'

/** A run in this process: its results and reports, and the front that it asked. */
export interface HostileRun {
  readonly run: ContractRun
  readonly results: Results
  readonly front: Front
  readonly durationMs: number
  /** Writes a run folder as `suite run` does. Returns the text of each of its files, by name. */
  readonly written: () => ReadonlyMap<string, string>
  /** Makes the plan of the run again. */
  readonly replan: () => Plan
}

export interface HostileOptions {
  /** Ids of the operations that are asked; all unless given. */
  readonly operations?: readonly string[]
  readonly seed?: number
  readonly timeoutMs?: number
  readonly concurrency?: number
}

/** Limits of one request, and of a silent one asked again alone (O12), milliseconds. Short, since these limits are tried. */
export const short = { timeoutMs: 3_000, silenceMs: 3_500 } as const

/** Runs the contract half against a hostile deployment with short limits of time. */
export async function runHostile(deployment: Deployment, hostile: HostileOptions = {}): Promise<HostileRun> {
  const front = await listen(deployment)
  const startedAt = new Date()
  const seed = hostile.seed ?? 7
  const known = readKnown({ ...deployment.settings, BASE_URL: front.url }, 'production')
  try {
    const operations = catalogue.filter(({ id }) => hostile.operations?.includes(id) ?? true)
    const options: ContractOptions = {
      known,
      seed,
      profile: 'gate',
      policy: 'full',
      selection: { ...everything, operations },
      concurrency: hostile.concurrency ?? 8,
      timeoutMs: hostile.timeoutMs ?? short.timeoutMs,
      silenceMs: short.silenceMs,
      maxDurationMs: 90_000,
      waitMs: 0,
      userAgent: 'platform-api-suite/hostile',
      signal: new AbortController().signal,
    }
    const run = await runContracts(options)
    const durationMs = Date.now() - startedAt.getTime()
    const recording = recordingOf(run, { startedAt, durationMs, seed, baseUrl: front.url })
    const judged = { contracts: run, load: null, findings: run.findings }
    const results = resultsOf({ plan: run.plan, recording, exchanges: run.exchanges }, judged)
    const written = () => filesOf(run, recording, results)
    return { run, results, front, durationMs, written, replan: () => planContracts(options) }
  } finally {
    await front.close()
  }
}

function recordingOf(
  run: ContractRun,
  facts: { readonly startedAt: Date; readonly durationMs: number; readonly seed: number; readonly baseUrl: string },
): Recording {
  return {
    run: {
      id: 'hostile',
      profile: 'gate',
      target: 'development',
      policy: 'full',
      suiteVersion: '0',
      catalogHash: '0',
      seed: facts.seed,
      baseUrl: facts.baseUrl,
      durationMs: facts.durationMs,
      startedAt: facts.startedAt.toISOString(),
      finishedAt: new Date().toISOString(),
      requests: run.exchanges.length,
    },
    catalog: census(catalogue),
    circumstances: { asksContracts: true, minJudged: 50, unreachable: run.stopped ?? undefined },
    unsent: run.unsent,
    load: null,
    memory: nothingRemembered('2026-11-21'),
  }
}

/** Writes a run folder, reads all its files, and removes it. */
function filesOf(run: ContractRun, recording: Recording, results: Results): ReadonlyMap<string, string> {
  const directory = mkdtempSync(join(tmpdir(), 'platform-api-suite-hostile-'))
  try {
    writeJson(directory, 'plan.json', run.plan)
    writeJson(directory, 'recording.json', recording)
    const lines = run.exchanges.map((exchange) => `${JSON.stringify(exchange)}\n`)
    writeFileSync(join(directory, 'exchanges.ndjson'), lines.join(''))
    writeReports(directory, results, { exchanges: run.exchanges, recording })
    return new Map(readdirSync(directory).map((name) => [name, readFileSync(join(directory, name), 'utf8')]))
  } finally {
    rmSync(directory, { recursive: true })
  }
}
