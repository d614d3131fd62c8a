import type { Environment } from './child.ts'

const passed = new Set([
  ...['PATH', 'HOME', 'USERPROFILE', 'TMPDIR', 'TEMP', 'TMP', 'SYSTEMROOT', 'LANG'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'ALL_PROXY', 'SSL_CERT_FILE', 'SSL_CERT_DIR'],
  // Go's garbage collector: how often it runs, and from which size on. It trades memory against processor time.
  ...['GOGC', 'GOMEMLIMIT'],
])
const passedToGo = /^(GO[A-Z]+|CGO_ENABLED|GOMODCACHE|XDG_CACHE_HOME)$/

function only(environment: Environment, wanted: (name: string) => boolean): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([name, value]) => value !== undefined && wanted(name)))
}

/**
 * The environment of k6. The user's proxy, certificates and settings of Go's memory reach it; nothing else that changes what k6 does.
 * No `K6_…` variable and no configuration file of the user's reaches k6, and no key but those that we give it. A private CA that Node
 * was given replaces the file of Go: load then trusts what the probes trust.
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

/** The part of the memory limit that k6 itself gets at least, that a virtual user gets, and that a request gets. Bytes. */
const memory = { least: 96 * 1024 ** 2, user: 320 * 1024, request: 400 } as const

/**
 * How much memory Go tries to stay below in one process of k6 (`GOMEMLIMIT`): live data, Go itself, and what 5,000 requests
 * leave behind. So a short run reaches the peak of a long one. Without this limit, the heap of a long run grows to twice its live
 * data.
 */
export function memoryLimit(users: number, requests: number): string {
  return `${Math.ceil(Math.max(memory.least, memory.request * requests) + memory.user * users)}B`
}

export function goEnvironment(environment: Environment, target: string): Environment {
  return { ...only(environment, (name) => passed.has(name.toUpperCase()) || passedToGo.test(name)), GOBIN: target }
}
