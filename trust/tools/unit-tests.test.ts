import { execFileSync, spawn } from 'node:child_process'
import { get } from 'node:http'
import { connect, createServer } from 'node:net'
import { execPath } from 'node:process'
import { expect, test } from 'vitest'

test.for([
  ['a process', () => spawn(execPath, ['--version'])],
  ['a synchronous process', () => execFileSync(execPath, ['--version'])],
  ['a port', () => createServer().listen(0, '127.0.0.1')],
  ['a connection', () => connect(9, '127.0.0.1')],
  ['a request', () => get('http://127.0.0.1:9/')],
] as const)('a unit test cannot open %s', ([, open]) => {
  expect(open).toThrow(/call its file \*\.system\.test\.ts/)
})
