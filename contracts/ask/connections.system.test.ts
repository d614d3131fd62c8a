import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agentsTowards, type TransportSecurity } from './connections.ts'

const asked: string[] = []
const proxy = http.createServer((request, response) => {
  asked.push(request.url ?? '')
  response.end('by the proxy')
})
let address = ''
beforeAll(async () => {
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done))
  address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
afterAll(() => proxy.close())

/** The answer of the proxy; null where it is not asked: nobody listens at the port, and tests reach nothing beyond this machine. */
async function answerOf(
  environment: NonNullable<TransportSecurity['environment']>,
  target = 'http://api.invalid:9/path',
): Promise<string | null> {
  const agent = agentsTowards(target, 1, { environment })(false)
  const answer = new Promise<string>((done, failed) => {
    http.get(target, { agent }, (response) => response.setEncoding('utf8').on('data', done)).on('error', failed)
  })
  return answer.catch(() => null)
}

test('a proxy is used only where the environment that was passed in names one', async () => {
  expect(await answerOf({ HTTP_PROXY: address })).toBe('by the proxy')
  expect(asked).toEqual(['http://api.invalid:9/path'])
  expect(await answerOf({ HTTP_PROXY: address, NO_PROXY: 'api.invalid' })).toBeNull()
  expect(await answerOf({})).toBeNull()
  expect(asked).toHaveLength(1)
})

test.for(['127.0.0.1', 'localhost', '[::1]'])('%s is asked without a proxy, as by k6', async (host) => {
  expect(await answerOf({ HTTP_PROXY: address }, `http://${host}:9/path`)).toBeNull()
})
