import { expect, test } from 'vitest'
import { k6Environment, memoryLimit } from './environment.ts'

test('k6 gets the variables of the proxy and of the garbage collector, but no key and no k6 option of the user', () => {
  const users = { HTTPS_PROXY: 'http://proxy', GOGC: '50', GOMEMLIMIT: '1GiB', API_KEY: 'secret', K6_VUS: '7' }
  const { HTTPS_PROXY, GOGC, GOMEMLIMIT, ...rest } = k6Environment(users, { RATE: '3' })
  expect([HTTPS_PROXY, GOGC, GOMEMLIMIT]).toEqual(['http://proxy', '50', '1GiB'])
  expect(rest).toEqual({
    XDG_CONFIG_HOME: '/nonexistent/platform-api-suite',
    K6_NO_USAGE_REPORT: 'true',
    K6_AUTO_EXTENSION_RESOLUTION: 'false',
    RATE: '3',
  })
})

test.for([
  [{ NODE_EXTRA_CA_CERTS: 'own.pem' }, 'own.pem'],
  [{ NODE_EXTRA_CA_CERTS: 'own.pem', SSL_CERT_FILE: 'system.pem' }, 'own.pem'],
  [{ SSL_CERT_FILE: 'system.pem' }, 'system.pem'],
  [{}, undefined],
] as const)('k6 trusts what the probes trust: %j', ([environment, trusted]) => {
  expect(k6Environment(environment, {})['SSL_CERT_FILE']).toBe(trusted)
})

test('the memory limit of k6 grows with the virtual users, and with the requests of a long run', () => {
  const mib = (users: number, requests: number) =>
    Math.round(Number.parseInt(memoryLimit(users, requests), 10) / 1024 ** 2)
  expect(memoryLimit(10, 100)).toMatch(/^\d+B$/)
  expect([mib(10, 100), mib(1000, 5000), mib(1000, 100_000), mib(1000, 10_000_000)]).toEqual([99, 409, 409, 4127])
})
