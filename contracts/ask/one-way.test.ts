import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{contracts,run,commands}/**/*.ts', { cwd: `${import.meta.dirname}/../..` }).filter(
  (file) => !file.endsWith('.test.ts'),
)

/** The files that a pattern matches. */
function filesWith(pattern: RegExp): readonly string[] {
  return files.filter((file) => pattern.test(readFileSync(`${import.meta.dirname}/../../${file}`, 'utf8'))).sort()
}

test('the contract half sends its requests in one place', () => {
  expect(files.length).toBeGreaterThan(80)
  // check-settings.ts asks by the same sender. It only wraps the transport, to bound the number of requests.
  expect(filesWith(/transport\.send\(|\btransport\b[^\n]*\.send\b/)).toEqual([
    'contracts/ask/sender.ts',
    'run/check-settings.ts',
  ])
  expect(filesWith(/from 'supertest'|from 'node:https?'|from 'node:net'|\bfetch\(/)).toEqual([
    'contracts/ask/connections.ts',
    'contracts/ask/transport.ts',
  ])
  expect(filesWith(/\bsupertestTransport\b/)).toEqual([
    'contracts/ask/transport.ts',
    'run/ask.ts',
    'run/check-settings.ts',
  ])
})

test('the contract half reads the time in one place', () => {
  const inAsk = filesWith(/\bDate\.now\b|\bperformance\b|\bsetTimeout\b|\bsetInterval\b/).filter((file) =>
    file.startsWith('contracts/'),
  )
  expect(inAsk).toEqual(['contracts/ask/clock.ts'])
})
