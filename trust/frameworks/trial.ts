import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Results } from '../../evidence/results.ts'
import { runChild } from '../../load/engine/child.ts'
import { freePort } from '../limiters/plain-service.ts'
import { startProgram } from '../limiters/program.ts'
import type { BugName } from './bugs.ts'
import type { Shed, Start, WorkPlace } from './framework.ts'
import { settingsText, world } from './world.ts'

const suite = resolve(import.meta.dirname, '../../suite.ts')

/** A way to start a deployment: as it should be, with a bug, or shedding load. */
export interface Variant {
  readonly bug: BugName | null
  readonly shed: Shed | null
}

export const variantText = ({ bug, shed }: Variant) =>
  bug ?? (shed === null ? 'as it should be' : `${shed.inFlight} in flight, ${shed.status}`)

/** A run of the suite against a deployment. */
export interface Trial {
  readonly variant: Variant
  /** Null where the run ended without a result file. */
  readonly results: Results | null
  readonly exitCode: number | null
  readonly ms: number
  /** All that the suite printed; empty for a trial that was kept. */
  readonly output: string
}

export interface Trying {
  readonly startsOf: (place: WorkPlace) => Promise<readonly Start[]> | readonly Start[]
  readonly seed: number
  readonly signal: AbortSignal
  /** The file with the operations that deployments make their routes from. */
  readonly catalogue: string
  /** More words for the suite's command line. */
  readonly words: readonly string[]
  /** The folder in which run folders are kept; null to keep none. */
  readonly keep: string | null
}

/** Starts a deployment on loopback, runs the suite against it by its command line, and ends both. */
export async function tryVariant(variant: Variant, trying: Trying): Promise<Trial> {
  const room = await mkdtemp(join(tmpdir(), 'framework-'))
  const running: { stop: () => Promise<void> }[] = []
  const { signal } = trying
  try {
    const place = { room, port: await freePort(), innerPort: await freePort(), catalogue: trying.catalogue, ...variant }
    await writeFile(join(room, 'world.json'), JSON.stringify(world))
    await writeFile(join(room, '.env'), settingsText(`http://127.0.0.1:${place.port}`))
    for (const start of await trying.startsOf(place)) {
      running.push(
        await startProgram({
          ...start,
          port: portOf(start, place),
          signal,
          environment: { ...given(place), ...start.environment },
        }),
      )
    }
    return await runSuite(variant, room, trying)
  } finally {
    for (const one of running.toReversed()) await one.stop()
    await rm(room, { recursive: true, force: true })
  }
}

const portOf = ({ environment }: Start, place: WorkPlace) => Number(environment?.['PORT'] ?? place.port)

function given({ room, port, bug, shed, catalogue }: WorkPlace) {
  return {
    PORT: String(port),
    CATALOGUE: catalogue,
    WORLD: join(room, 'world.json'),
    BUG: bug ?? '',
    SHED: shed === null ? '' : `${shed.inFlight}:${shed.status}`,
  }
}

const folderOf = (variant: Variant, keep: string) => join(keep, variantText(variant).replaceAll(/\W+/g, '-'))

const resultsIn = (folder: string) =>
  readFile(join(folder, 'results.json'), 'utf8').then(
    (text) => JSON.parse(text) as Results,
    () => null,
  )

/** The trial of a kept run folder; null where there is none. */
export async function keptTrial(variant: Variant, keep: string): Promise<Trial | null> {
  const results = await resultsIn(folderOf(variant, keep))
  if (results === null) return null
  const { exitCode, durationMs: ms } = results.run
  return { variant, results, exitCode, ms, output: '' }
}

async function runSuite(variant: Variant, room: string, { seed, signal, keep, words }: Trying): Promise<Trial> {
  const out = keep === null ? join(room, 'run') : folderOf(variant, keep)
  await rm(out, { recursive: true, force: true })
  const startedAt = Date.now()
  let output = ''
  const hear = (bytes: Buffer) => {
    output += bytes.toString('utf8')
  }
  const { PATH, HOME } = process.env
  const end = await runChild({
    command: process.execPath,
    args: [suite, 'run', 'nightly', '--only', 'contracts', '--quiet', '--seed', String(seed), '--out', out, ...words],
    directory: room,
    environment: { PATH, HOME, HISTORY_FILE: join(room, 'history.ndjson') },
    maxMs: 240_000,
    signal,
    onOutput: hear,
    onError: hear,
  })
  const results = await resultsIn(out)
  return { variant, results, exitCode: end.by === 'itself' ? end.code : null, ms: Date.now() - startedAt, output }
}
