import { expect, test } from 'vitest'
import type { Exchange } from '../evidence/exchange.ts'
import { gaveUp } from './gave-up.ts'

const baseUrl = 'https://api.example'
const failed = {
  response: null,
  failure: { kind: 'reset', message: 'read ECONNRESET', reusedConnection: false, began: false },
} as Exchange
const whole = { response: { status: 200, headers: [], body: null }, failure: null } as unknown as Exchange

test('only who gave whole answers can have stopped giving them', () => {
  expect(gaveUp('no-answers', baseUrl, [failed, failed])).toMatch(/^https:\/\/api\.example gives no whole answers/)
  expect(gaveUp('no-answers', baseUrl, [whole, failed])).toMatch(/^https:\/\/api\.example stopped giving whole answers/)
})
