import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findProgram } from './debian.ts'
import {
  fixedWindow,
  type RealLimiter,
  type Running,
  refusalBody,
  type StartOptions,
  slidingCounter,
} from './limiter.ts'
import { servePlain } from './plain-service.ts'
import { startProgram } from './program.ts'

/** What a stick table stores, and the rules that fill and read it. */
interface Rules {
  readonly table: string
  readonly rules: readonly string[]
}

const refuse = `http-request return status 429 content-type application/json string ${JSON.stringify(refusalBody)}`

const byRate: Rules = {
  table: 'http_req_rate(1500ms)',
  rules: ['http-request track-sc0 var(txn.key) table counts', `${refuse} if { sc_http_req_rate(0,counts) gt 20 }`],
}

const byServedRate: Rules = {
  table: 'http_req_rate(1500ms)',
  rules: [
    `${refuse} if { var(txn.key),table_http_req_rate(counts) ge 20 }`,
    'http-request track-sc0 var(txn.key) table counts',
  ],
}

const byClock: Rules = {
  table: 'http_req_cnt',
  rules: [
    'http-request set-var(txn.slot) date(0,ms),div(1500)',
    'http-request track-sc0 var(txn.key),concat(-,txn.slot) table counts',
    `${refuse} if { sc_http_req_cnt(0,counts) gt 20 }`,
  ],
}

function configuration({ table, rules }: Rules, port: number, plain: string): string {
  return `global
  maxconn 1000
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout http-keep-alive 60s
backend counts
  stick-table type string len 64 size 1k expire 20s store ${table}
backend plain
  server plain ${plain.slice('http://'.length)}
frontend front
  bind 127.0.0.1:${port}
  http-request set-var(txn.key) req.hdr(X-Service-API-Key)
  ${rules.join('\n  ')}
  default_backend plain
`
}

async function start(rules: Rules, surroundings: StartOptions): Promise<Running> {
  const { room, port, signal } = surroundings
  const { command, environment } = await findProgram('haproxy', surroundings)
  const plain = await servePlain()
  try {
    const file = join(room, 'haproxy.cfg')
    await writeFile(file, configuration(rules, port, plain.url))
    const haproxy = await startProgram({ command, args: ['-db', '-f', file], port, signal, environment })
    return { url: haproxy.url, stop: () => haproxy.stop().then(plain.stop) }
  } catch (error) {
    await plain.stop()
    throw error
  }
}

export const haproxyLimiters: readonly RealLimiter[] = [
  {
    name: 'HAProxy http_req_rate of what is served',
    truth: slidingCounter(20, 1500, 'http_req_rate(1500ms), tracked only where it is below 20'),
    start: (surroundings) => start(byServedRate, surroundings),
  },
  {
    name: 'HAProxy http_req_rate of everything',
    truth: slidingCounter(20, 1500, 'http_req_rate(1500ms) gt 20, refusals tracked too'),
    start: (surroundings) => start(byRate, surroundings),
  },
  {
    name: 'HAProxy http_req_cnt by the clock',
    truth: fixedWindow(20, 1500, 'http_req_cnt gt 20 of key and date(0,ms),div(1500)'),
    start: (surroundings) => start(byClock, surroundings),
  },
]
