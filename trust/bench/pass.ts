/**
 * Sends the requests of a tape once, in a process of its own: `pass.ts suite|supertest|http TAPE URL CONCURRENCY [MOST] [PROFILE]`.
 * Prints its cost as JSON: milliseconds, processor milliseconds, requests. `suite` is the whole ask stage: plan, pace, redaction,
 * recording. PROFILE is a file for the profile of the processor.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, stdout } from 'node:process'
import request from 'supertest'
import { keepHeapSmall, keepYoungSpaceSmall } from '../../commands/small-heap.ts'
import { ask } from '../../contracts/ask/ask.ts'
import { supertestTransport } from '../../contracts/ask/transport.ts'
import type { ComposedRequest } from '../../contracts/compose.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { lineFile } from '../../run/files.ts'
import { readRunOptions } from '../../run/options/run-options.ts'
import { prepare } from '../../run/prepare.ts'
import { readTape } from './tape.ts'

/** The cost of one pass. */
export interface Pass {
  readonly ms: number
  readonly cpuMs: number
  /** The part of `cpuMs` that the main thread took. */
  readonly mainMs: number
  readonly requests: number
}

const [how = '', path = '', url = '', atOnce = '1', most = '0', profile = ''] = argv.slice(2)
const concurrency = Number(atOnce)
const tape = readTape(path)
const { words, settings } = tape

/** Calls, and writes a profile of the processor for that time. */
async function profiled<Result>(call: () => Promise<Result>): Promise<Result> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: 200 })
  await session.post('Profiler.start')
  const result = await call()
  writeFileSync(profile, JSON.stringify((await session.post('Profiler.stop')).profile))
  return result
}

async function measured(work: () => Promise<number>): Promise<Pass> {
  const pass = profile === '' ? work : () => profiled(work)
  const [begun, before, main] = [performance.now(), process.cpuUsage(), process.threadCpuUsage()]
  const requests = await pass()
  const ms = performance.now() - begun
  const [cpuMs, mainMs] = [process.cpuUsage(before), process.threadCpuUsage(main)].map(
    ({ user, system }) => (user + system) / 1000,
  ) as [number, number]
  return { ms, cpuMs, mainMs, requests }
}

/** Sends all requests, `concurrency` of them at once. */
async function loop(send: (composed: ComposedRequest) => Promise<unknown>): Promise<Pass> {
  const all = tape.exchanges.slice(0, Number(most) || undefined).map((taped) => taped.request)
  return measured(async () => {
    const left = all.values()
    const worker = async () => {
      for (const one of left) await send(one)
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    return all.length
  })
}

async function suite(): Promise<Pass> {
  // suite.ts does this too.
  keepYoungSpaceSmall()
  const room = mkdtempSync(join(tmpdir(), 'platform-api-suite-pass-'))
  const { plan, options, target, redact } = await prepare(readRunOptions([...words, '--concurrency', atOnce]), {
    ...settings,
    DEV_BASE_URL: url,
    HISTORY_FILE: join(room, 'history.ndjson'),
  })
  const entries = plan.entries.slice(0, Number(most) || undefined)
  const exchanges: Exchange[] = []
  const lines = lineFile(join(room, 'exchanges.ndjson'))
  keepHeapSmall()
  const pass = await measured(async () => {
    await ask(
      { ...plan, entries },
      {
        redact,
        concurrency,
        transport: supertestTransport(target.known.baseUrl, concurrency),
        known: target.known,
        record: (exchange) => {
          exchanges.push(exchange)
          lines.add(exchange)
        },
        userAgent: 'bench',
        timeoutMs: options.timeout,
        maxDurationMs: options.maxDuration,
        waitMs: 0,
        signal: new AbortController().signal,
      },
    )
    await lines.end()
    return exchanges.length
  })
  const strange = exchanges.filter(({ response }) => response?.status === 599).length
  if (strange > 0) throw new Error(`${strange} requests of the suite are not on the tape`)
  rmSync(room, { recursive: true })
  if (entries.length === plan.entries.length && pass.requests !== tape.exchanges.length) {
    throw new Error(`the suite sent ${pass.requests} requests, ${tape.exchanges.length} are on the tape`)
  }
  return pass
}

const agent = new http.Agent({ keepAlive: true, maxSockets: concurrency })
const methods = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete', HEAD: 'head', OPTIONS: 'options' } as const

/** Sends by supertest as most would: one agent, headers, body. No redirect is followed, no body parsed. */
async function bySupertest({ method, target, headers, body }: ComposedRequest): Promise<void> {
  const test = request(url)
    [methods[method as keyof typeof methods]](target)
    .agent(agent as never)
  for (const [name, value] of headers) test.set(name, value)
  if (body !== null) test.send(body)
  const whole = (response: NodeJS.ReadableStream, done: (error: null, body: Buffer) => void) => {
    const chunks: Buffer[] = []
    response.on('data', (chunk: Buffer) => chunks.push(chunk))
    response.on('end', () => done(null, Buffer.concat(chunks)))
  }
  await test
    .redirects(0)
    .buffer(true)
    .parse(whole as never)
    .ok(() => true)
}

function byHttp({ method, target, headers, body }: ComposedRequest): Promise<Buffer> {
  return new Promise((done, failed) => {
    const length = body === null ? [] : ['Content-Length', String(Buffer.byteLength(body))]
    const sent = http.request(`${url}`, {
      agent,
      method,
      path: target,
      headers: [...headers.flat(), ...length, 'Host', new URL(url).host],
    })
    sent.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => done(Buffer.concat(chunks)))
    })
    sent.on('error', failed)
    sent.end(body ?? undefined)
  })
}

const pass = how === 'suite' ? await suite() : await loop(how === 'supertest' ? bySupertest : byHttp)
agent.destroy()
stdout.write(`${JSON.stringify(pass)}\n`)
