import { readFileSync } from 'node:fs'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { passOf } from './ask-table.ts'
import { type BenchSetup, sum } from './measuring.ts'
import type { Pass } from './pass.ts'

/** The parts of the work for a request, each with the place of its code. The first pattern that fits counts. */
const parts: readonly (readonly [name: string, where: RegExp])[] = [
  ['collecting garbage', /^\(garbage collector\)$/],
  ['writing to the socket', /^write(Utf8|Latin1)String$/],
  ['supertest, superagent and what they need', /\/node_modules\/(?!@faker-js|ajv)/],
  ['redaction', /\/evidence\/redaction\//],
  ['recording', /\/contracts\/ask\/record\.ts|\/run\/(files|record)\.ts/],
  [
    'sending: limits of time and size, bytes, failures',
    /\/contracts\/ask\/(transport|connections|failures|interrupts|clock)\.ts/,
  ],
  ['pace, queue, repeats', /\/contracts\/ask\//],
  ['making requests', /\/contracts\/(compose|words|identifiers|credential)|\/fixtures\/|@faker-js/],
  ['reading answers, and what to ask because of them', /\/contracts\/|\/evidence\//],
  ['the loop', /\/trust\//],
]
const rest = 'Node: HTTP, streams, events, promises'

function partOf({ functionName, url }: Profiler.ProfileNode['callFrame']): string {
  const where = url === '' ? functionName : url
  return parts.find(([, at]) => at.test(where))?.[0] ?? rest
}

/** Processor time of the main thread by part, microseconds. Samples give only the shares: other work of the machine stretches them. */
function timesOf(
  { nodes, samples = [], timeDeltas = [] }: Profiler.Profile,
  { mainMs }: Pass,
): ReadonlyMap<string, number> {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]))
  const times = new Map<string, number>()
  for (const [at, id] of samples.entries()) {
    const frame = frames.get(id)
    if (frame === undefined || frame.functionName === '(idle)') continue
    const part = partOf(frame)
    times.set(part, (times.get(part) ?? 0) + (timeDeltas[at] ?? 0))
  }
  const scale = (mainMs * 1000) / sum([...times.values()])
  return new Map([...times].map(([part, time]) => [part, time * scale]))
}

/** The processor time of a part for one request, microseconds: the mean of several passes. */
async function accountOf(way: 'supertest' | 'suite', given: BenchSetup): Promise<(part: string) => number> {
  const file = join(given.room, 'profile.json')
  const seen: { readonly times: ReadonlyMap<string, number>; readonly requests: number }[] = []
  for (let pass = 0; pass < given.passes; pass += 1) {
    const took = await passOf(way, { latencyMs: 0, concurrency: 16 }, given, file)
    const profile = JSON.parse(readFileSync(file, 'utf8')) as Profiler.Profile
    seen.push({ times: timesOf(profile, took), requests: took.requests })
  }
  const requests = sum(seen.map((one) => one.requests))
  return (part) => sum(seen.map(({ times }) => times.get(part) ?? 0)) / requests
}

/** The table of processor time by part: of a request in a bare loop, and of one in the suite. */
export async function accountTable(given: BenchSetup): Promise<readonly string[]> {
  given.say('where the time of a request goes')
  const [bare, suite] = [await accountOf('supertest', given), await accountOf('suite', given)]
  const names = [rest, ...parts.map(([name]) => name)]
  const row = (name: string, one: number, other: number) =>
    `| ${[name, ...[one, other, other - one].map((us) => String(Math.round(us)))].join(' | ')} |`
  return [
    '## What limits the rest',
    '',
    'Processor time of the main thread, microseconds a request at 0 ms and 16 at once, by where the code stands that runs. It is shared',
    'out by a profile, which itself takes time. Compiling and collecting on other threads come on top.',
    '',
    '| part | supertest | suite | more |',
    '|---|---|---|---|',
    ...names
      .map((name) => [name, bare(name), suite(name)] as const)
      .toSorted((one, other) => other[2] - other[1] - (one[2] - one[1]))
      .map(([name, one, other]) => row(name, one, other)),
    row('all', sum(names.map(bare)), sum(names.map(suite))),
  ]
}
