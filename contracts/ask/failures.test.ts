import { expect, test } from 'vitest'
import { failureOf, type Watch } from './failures.ts'

const watch: Watch = {
  head: null,
  headMs: null,
  chunks: [],
  coded: [],
  bytes: 0,
  lastByteMs: 0,
  reused: false,
  bytesBefore: 0,
  socket: null,
}

test('too few open files end the suite, and are no failure of the service', () => {
  const failed = () => failureOf({ message: 'EMFILE: connect EMFILE 127.0.0.1:80' }, watch, 1, 10_000)
  expect(failed).toThrow('ulimit -n')
})
