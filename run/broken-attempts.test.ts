import { expect, test } from 'vitest'
import type { Probe } from '../contracts/probe.ts'
import { besides } from '../trust/fabricated/besides.ts'
import type { Attempt } from '../trust/fabricated/exchanges.ts'

const listing = 'GET /api/video/details/all'
const teams = 'GET /api/team/general/all'
const served: Attempt = { status: 200, json: { data: { id: 'a', status: 'live' }, requestId: 'r' } }

/** What is said where the first requests of an operation are reset once. */
function said(operation: string, resets: number) {
  const seen = new Set<string>()
  return besides((probe: Probe) => {
    if (probe.operation !== operation || probe.credential !== 'eligible' || probe.purpose === 'broken') return undefined
    if (seen.has(probe.id) || seen.size < resets) seen.add(probe.id)
    return seen.has(probe.id) ? ['reset', served] : served
  }).filter((one) => one.includes('whole answer'))
}

test.for<[string, number, RegExp | null]>([
  [listing, 1, null],
  [listing, 2, /^no whole answer came now and then from GET \/api\/video\/details\/all \(2 of \d+ attempts\)$/],
  [teams, 1, null],
  [teams, 2, /^no whole answer came now and then from GET \/api\/team\/general\/all \(2 of \d+ attempts\)$/],
])('%s, %i attempts that are reset', ([operation, resets, sentence]) => {
  const notes = said(operation, resets)
  if (sentence === null) expect(notes).toEqual([])
  else expect(notes).toEqual([expect.stringMatching(sentence)])
})
