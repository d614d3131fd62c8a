import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Environment, runChild } from '../../load/engine/child.ts'
import { NotThere, type Running } from './limiter.ts'

/** A program that listens on a port of loopback. */
export interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly port: number
  readonly signal: AbortSignal
  readonly environment?: Environment
  readonly directory?: string
  /** Milliseconds within which the program must listen. @default 15,000 */
  readonly startMs?: number
}

/** Milliseconds after which a program is ended, even if nobody stops it. */
const longest = 300_000

/** Milliseconds within which a program must listen, if not given otherwise. */
const patience = 15_000

const { PATH, HOME, LANG, TMPDIR } = process.env
/** The variables that every program gets from our environment: no key is among them. */
const plainEnvironment: Environment = { PATH, HOME, LANG, TMPDIR }

const reachesNetwork =
  /^(https?_proxy|no_proxy|all_proxy|ssl_cert_(file|dir)|node_extra_ca_certs|npm_config_cafile|pip_cert|requests_ca_bundle|curl_ca_bundle|cargo_http_cainfo)$/i
/** The variables that installing needs as well: for a proxy, and for the certificates of its authority. */
const installing: Environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => reachesNetwork.test(name)),
)

/** Starts a program and waits until it listens. Throws `NotThere` where it does not. */
export async function startProgram(program: Program): Promise<Running> {
  const { command, args, port, signal, environment, directory, startMs = patience } = program
  const stopping = new AbortController()
  let said = ''
  const keep = (bytes: Buffer) => {
    if (said.length < 2000) said += bytes.toString('utf8')
  }
  let running = true
  const ended = runChild({
    command,
    args,
    environment: { ...plainEnvironment, ...environment },
    ...(directory === undefined ? {} : { directory }),
    maxMs: longest,
    graceMs: 1000,
    signal: AbortSignal.any([signal, stopping.signal]),
    onOutput: keep,
    onError: keep,
  }).finally(() => {
    running = false
  })
  const stop = async () => {
    stopping.abort()
    await ended
  }
  for (const since = Date.now(); Date.now() - since < startMs && running; await sleep(50)) {
    if (await listens(port)) return { url: `http://127.0.0.1:${port}`, stop }
  }
  await stop()
  throw new NotThere(`${command} did not start: ${said.trim().slice(0, 300) || 'it said nothing'}`)
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', () => settle(true))
    socket.once('error', () => settle(false))
  })
}

/** Runs a program, which may install packages, and gives its output. Throws `NotThere` where the program fails. */
export async function outputOf(
  command: string,
  args: readonly string[],
  more: { readonly signal: AbortSignal; readonly directory?: string; readonly environment?: Environment },
): Promise<string> {
  let said = ''
  let complained = ''
  const { directory } = more
  const end = await runChild({
    command,
    args,
    environment: { ...plainEnvironment, ...installing, ...more.environment },
    maxMs: 240_000,
    signal: more.signal,
    ...(directory === undefined ? {} : { directory }),
    onOutput: (bytes) => {
      said += bytes.toString('utf8')
    },
    onError: (bytes) => {
      complained += bytes.toString('utf8')
    },
  })
  if (end.by === 'itself' && end.code === 0) return said
  const why = end.error ?? complained.trim().split('\n').at(-1)?.slice(0, 300) ?? ''
  throw new NotThere(`${[command, ...args].join(' ').slice(0, 120)}: ${why || `ended by ${end.by}`}`)
}
