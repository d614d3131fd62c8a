import type { Environment } from './child.ts'

const passed = new Set([
  'PATH',
  'HOME',
  'USERPROFILE',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SYSTEMROOT',
  'LANG',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  // How often Go collects, and from which size on: memory against processor time.
  'GOGC',
  'GOMEMLIMIT',
])
const passedToGo = /^(GO[A-Z]+|CGO_ENABLED|GOMODCACHE|XDG_CACHE_HOME)$/

function only(environment: Environment, wanted: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(environment)) if (value !== undefined && wanted(name)) kept[name] = value
  return kept
}

/**
 * The environment of k6: what reaches the network (proxy, certificates), how it collects, and nothing that changes what k6 does. No `K6_…` of
 * the user's, no configuration file of the user's, no key but the one it is given. A private CA given to Node reaches Go, whatever file Go
 * was given: the probes trust the one of Node.
 */
export function k6Environment(environment: Environment, ours: Environment): Environment {
  const kept = only(environment, (name) => passed.has(name.toUpperCase()))
  const authority = environment['NODE_EXTRA_CA_CERTS']
  return {
    ...kept,
    ...(authority ? { SSL_CERT_FILE: authority } : {}),
    XDG_CONFIG_HOME: '/nonexistent/platform-api-suite',
    K6_NO_USAGE_REPORT: 'true',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
    ...ours,
  }
}

/** What k6 may take before it collects more often than it would: of itself at least, of a virtual user, of a request. Bytes. */
const memory = { least: 96 * 1024 ** 2, user: 320 * 1024, request: 400 } as const

/**
 * How much memory Go tries to stay below in one process of k6 (`GOMEMLIMIT`): what is live, what Go itself takes, and room for what
 * 5,000 requests leave behind, so that a short run reaches the peak of a long one. Without it the heap grows to twice what is live, in
 * a run that is long enough.
 */
export function memoryLimit(users: number, requests: number): string {
  return `${Math.ceil(Math.max(memory.least, memory.request * requests) + memory.user * users)}B`
}

export function goEnvironment(environment: Environment, target: string): Environment {
  return { ...only(environment, (name) => passed.has(name.toUpperCase()) || passedToGo.test(name)), GOBIN: target }
}
