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

/** What a port that nobody listens at answers; null for nothing. */
function answerOf(environment: NonNullable<TransportSecurity['environment']>): Promise<string | null> {
  const target = 'http://127.0.0.1:9/path'
  const agent = agentsTowards(target, 1, { environment })(false)
  return new Promise((done) => {
    http
      .get(target, { agent }, (response) => response.setEncoding('utf8').on('data', done))
      .on('error', () => done(null))
  })
}

test('a proxy is used where the variables that were passed in name one, and by nothing else', async () => {
  expect(await answerOf({ HTTP_PROXY: address })).toBe('by the proxy')
  expect(asked).toEqual(['http://127.0.0.1:9/path'])
  expect(await answerOf({ HTTP_PROXY: address, NO_PROXY: '127.0.0.1' })).toBeNull()
  expect(await answerOf({})).toBeNull()
  expect(asked).toHaveLength(1)
})
