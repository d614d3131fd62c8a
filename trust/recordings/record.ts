import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { isDeepStrictEqual } from 'node:util'
import { brotliCompressSync, constants } from 'node:zlib'
import type { Plan } from '../../contracts/plan.ts'
import { badNight } from '../../fixtures/faults/bad-night.ts'
import { faultNamed } from '../../fixtures/faults/faults.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import type { Recording } from '../../run/record.ts'
import { asDevelopment, type ChildResult, startSuite } from '../processes/child-run.ts'
import { eventually } from '../processes/processes.ts'
import { scriptWords } from '../tools/script.ts'
import {
  planOf,
  type RecordingName,
  recordedSettings,
  recordingFile,
  recordingNames,
  reportedRun,
} from './recordings.ts'

const seed = '20261121'

/** A run is interrupted after this many exchanges. */
const enough = 1500

const nightly = ['run', 'nightly', '--seed', seed, '--out', 'OUT']

const makers: Readonly<Record<RecordingName, () => Promise<ChildResult>>> = {
  healthy: () => startSuite([...nightly, '--target', 'embedded'], { mostMs }).ended,
  broken: () =>
    against(badNight, (settings) => startSuite(nightly, { settings: asDevelopment(settings), mostMs }).ended),
  limited: () =>
    against(
      [],
      (settings) => startSuite([...nightly, '--only', 'load'], { settings: asDevelopment(settings), mostMs }).ended,
    ),
  cutover: () =>
    against(
      [],
      (settings) => startSuite(['run', 'cutover', '--seed', seed, '--out', 'OUT'], { settings, mostMs }).ended,
    ),
  interrupted: () => against([], interrupted),
  unanswered: async () => {
    const settings = { ...recordedSettings, BASE_URL: await deadAddress() }
    return startSuite(nightly, { settings: asDevelopment(settings), mostMs }).ended
  },
}
const mostMs = 300_000

type Settings = Readonly<Record<string, string>>

/** Serves the reference service with these faults while a run takes place. */
async function against(
  planted: readonly string[],
  run: (settings: Settings) => Promise<ChildResult>,
): Promise<ChildResult> {
  const healthy = await createService()
  const deployment = planted.reduce((so, name) => {
    const fault = faultNamed(name)
    if (fault === undefined) throw new Error(`there is no fault ${name}`)
    return fault.plant(so)
  }, healthy)
  const front: Front = await listen(deployment)
  try {
    return await run({ ...recordedSettings, BASE_URL: front.url })
  } finally {
    await front.close()
  }
}

async function interrupted(settings: Settings): Promise<ChildResult> {
  const run = startSuite(nightly, { settings: asDevelopment(settings), mostMs })
  const file = join(run.directory, 'exchanges.ndjson')
  await eventually(() => linesIn(file) > enough, 60_000)
  run.child.kill('SIGINT')
  return run.ended
}

function linesIn(file: string): number {
  try {
    return readFileSync(file, 'utf8').split('\n').length
  } catch {
    return 0
  }
}

/** An address at which nothing listens, since its server was closed. */
function deadAddress(): Promise<string> {
  const server = createServer()
  return new Promise((done) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => done(`http://127.0.0.1:${port}`))
    })
  })
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

/** Replaces random UUIDs by counted ones: else they would be most of a compressed recording. */
function compacted(text: string): string {
  const places = new Map<string, string>()
  return text.replace(uuid, (found) => {
    const place = places.get(found) ?? `00000000-0000-4000-8000-${String(places.size + 1).padStart(12, '0')}`
    places.set(found, place)
    return place
  })
}

function keep(name: RecordingName, { files, output, results }: ChildResult): void {
  const text = (file: string) => {
    const found = files.get(file)
    if (found === undefined) throw new Error(`the run '${name}' left no ${file}: ${output}`)
    return found
  }
  const recording = JSON.parse(text('recording.json')) as Recording
  const { schemaVersion: _, ...plan } = JSON.parse(text('plan.json')) as Plan & { readonly schemaVersion: 1 }
  if (!isDeepStrictEqual(plan, JSON.parse(JSON.stringify(planOf(recording))))) {
    throw new Error(`the plan of '${name}' cannot be made again from its recording`)
  }
  const lines = [JSON.stringify(recording), ...text('exchanges.ndjson').trimEnd().split('\n').filter(Boolean)]
  const bytes = brotliCompressSync(compacted(`${lines.join('\n')}\n`), {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
  })
  writeFileSync(recordingFile(name), bytes)
  const again = reportedRun(name).results
  if (!isDeepStrictEqual(again.summary, results?.summary))
    throw new Error(`'${name}' is judged otherwise when it is read`)
  const { run, summary } = again
  stdout.write(
    `${name}: exit ${run.exitCode}, ${run.requests} requests, ${summary.violation} violations, ${bytes.length} bytes\n`,
  )
}

const { positionals } = scriptWords({
  call: 'npm run record -- [NAME…]',
  about: `
Makes the runs that reports are proven on, by the command line as a user would, and keeps their recordings. Needed again when a
change of the plan leaves a recording behind; a minute or two. Names: ${recordingNames.join(', ')}.`,
  options: {},
  words: 'any',
  known: recordingNames,
})
for (const name of recordingNames.filter((one) => positionals.length === 0 || positionals.includes(one))) {
  keep(name, await makers[name]())
}
