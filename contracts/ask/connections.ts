import type { Agent } from 'node:http'
import type { Duplex } from 'node:stream'

/** Not imported: that would load all that Node exports beside them, a client of its own for WebSockets as well. */
const [http, https] = [process.getBuiltinModule('node:http'), process.getBuiltinModule('node:https')]

/** A certificate of our own and authorities to trust, as PEM texts, and the proxy to go through. */
export interface TransportSecurity {
  /** Variables of which those that name a proxy count: `HTTPS_PROXY`, `NO_PROXY` … */
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly ca?: string
  readonly cert?: string
  readonly key?: string
}

/** A connection on which bytes come that nobody asked for is no longer used: they would be taken for the next answer. */
function neverReuseSpoilt(agent: Agent): Agent {
  const keep = agent.keepSocketAlive.bind(agent)
  const reuse = agent.reuseSocket.bind(agent)
  /** Of each connection that was kept once, whether nothing is asked on it now. */
  const isFree = new WeakMap<Duplex, boolean>()
  agent.keepSocketAlive = (socket) => {
    // Listened to once and for good: to begin and end with each request costs more than what is heard.
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
