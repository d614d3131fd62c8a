import { expect, test } from 'vitest'
import { k6Environment } from './environment.ts'

test('k6 gets how to reach the network and how to collect, and neither keys nor options of the user', () => {
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
