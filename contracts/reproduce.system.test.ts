import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { allKnown, factsFor, listing } from '../trust/fabricated/contracts.ts'
import { exchangesFor } from '../trust/fabricated/exchanges.ts'
import type { Credential } from './credentials.ts'
import { probe } from './probe.ts'
import { curlLine } from './reproduce.ts'

function line(credential: Credential): string {
  const [operation] = catalogue.filter(({ id }) => id === listing)
  if (operation === undefined) throw new Error(listing)
  const own = probe(operation, { credential })
  const [exchange] = exchangesFor(own, 200)
  if (exchange === undefined) throw new Error('no exchange')
  return curlLine(exchange, own, factsFor(allKnown))
}

test.for([
  ['invalid:random', (sent: string, key: string) => sent !== key && sent.length > 8],
  ['invalid:long', (sent: string) => sent.length === 1024],
  ['invalid:very-long', (sent: string) => sent.length === 6000],
  ['invalid:non-ascii', (sent: string) => sent === 'clé-7c1e94d2'],
  ['invalid:middle-changed', (sent: string, key: string) => sent === `${key.slice(0, 4)}~${key.slice(5)}`],
  ['invalid:last-left-out', (sent: string, key: string) => sent === key.slice(0, -1)],
  ['invalid:appended', (sent: string, key: string) => sent === `${key}x`],
  ['invalid:case-changed', (sent: string) => sent === 'PK_4F9qM'],
  ['eligible', (sent: string, key: string) => sent === key],
] as const)('the curl line for %s sends the right value where a shell runs it', ([credential, agrees]) => {
  const key = 'pk_4f9Qm'
  const text = line(credential).replace('curl ', `printf '%s\\n' `)
  const said = execFileSync('sh', ['-c', text], { env: { PATH: process.env['PATH'] ?? '', API_KEY: key } }).toString()
  const header = said.split('\n').find((word) => word.startsWith('X-Service-API-Key: ')) ?? ''
  expect(agrees(header.slice('X-Service-API-Key: '.length), key), header).toBe(true)
})
