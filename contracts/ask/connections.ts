import type { Agent } from 'node:http'
import type { Duplex } from 'node:stream'

/** Not imported: an import would also load everything else that Node exports there, such as a WebSocket client. */
const [http, https] = [process.getBuiltinModule('node:http'), process.getBuiltinModule('node:https')]

/** Our own certificate and its key, and the authorities to trust, as PEM texts; and the proxy to go through. */
export interface TransportSecurity {
  /** Environment variables; only those that name a proxy count: `HTTPS_PROXY`, `NO_PROXY` … */
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** Closes an idle connection on which bytes come that nobody asked for: they would be taken for the next answer. */
function neverReuseSpoilt(agent: Agent): Agent {
  const keep = agent.keepSocketAlive.bind(agent)
  const reuse = agent.reuseSocket.bind(agent)
  /** For each connection that was ever kept: true while it is idle. */
  const isFree = new WeakMap<Duplex, boolean>()
  agent.keepSocketAlive = (socket) => {
    // One listener for the whole life of a connection: adding and removing one for each request costs more.
    if (!isFree.has(socket)) socket.on('data', () => isFree.get(socket) && socket.destroy())
    isFree.set(socket, true)
    return keep(socket)
  }
  agent.reuseSocket = (socket, request) => {
    isFree.set(socket, false)
    reuse(socket, request)
  }
  return agent
}

/** Addresses of this machine: k6 asks them without a proxy, whatever is set. */
const isLoopback = (host: string) => /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host)

/** Makes agents towards one address: one that keeps its connections, or one for a single request. */
export function agentsTowards(baseUrl: string, sockets: number, { environment, ...security }: TransportSecurity) {
  const { protocol, hostname } = new URL(baseUrl)
  const isDirect = environment === undefined || isLoopback(hostname)
  const plain = { maxSockets: sockets, ...(isDirect ? {} : { proxyEnv: environment }) }
  const isTls = protocol === 'https:'
  return (keepAlive: boolean): Agent => {
    const agent = isTls
      ? new https.Agent({ ...plain, ...security, keepAlive })
      : new http.Agent({ ...plain, keepAlive })
    return keepAlive ? neverReuseSpoilt(agent) : agent
  }
}
