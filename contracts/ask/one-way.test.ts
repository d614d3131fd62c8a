import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{contracts,run,commands}/**/*.ts', { cwd: `${import.meta.dirname}/../..` }).filter(
  (file) => !file.endsWith('.test.ts'),
)

/** The files in which a pattern stands. */
function filesWith(pattern: RegExp): readonly string[] {
  return files.filter((file) => pattern.test(readFileSync(`${import.meta.dirname}/../../${file}`, 'utf8'))).sort()
}

test('a request of the contract half leaves in one place', () => {
  expect(files.length).toBeGreaterThan(80)
  // The settings are tried by the same sender; what stands around its transport counts and bounds.
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
    'run/ask-contracts.ts',
    'run/check-settings.ts',
  ])
})

test('time is read in one place of the sender', () => {
  const inAsk = filesWith(/\bDate\.now\b|\bperformance\b|\bsetTimeout\b|\bsetInterval\b/).filter((file) =>
    file.startsWith('contracts/'),
  )
  expect(inAsk).toEqual(['contracts/ask/clock.ts'])
})
