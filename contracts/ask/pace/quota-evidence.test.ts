import { describe, expect, test } from 'vitest'
import { QuotaEvidence } from './quota-evidence.ts'
import type { RefusedShare, SentShare } from './share.ts'

type Counts = Readonly<Record<string, number>>

/** Sent one after the other within 50 ms, some milliseconds after a moment. */
function sentAt(at: number, counts: Counts): readonly SentShare[] {
  const holders = Object.entries(counts).flatMap(([holder, count]) => Array.from({ length: count }, () => holder))
  return holders.map((holder, nth) => ({
    share: { holder, product: `product ${nth}`, operation: `operation ${nth}` },
    startedAt: at + (50 * nth) / holders.length,
    nth: at + nth,
  }))
}

/** A wave of refusals that is heard of 100 ms after a moment: so many of each holder, and how long to wait. */
const refusedAt = (at: number, counts: Counts, toldMs: number, isPaced = false): readonly RefusedShare[] =>
  sentAt(at + 50, counts).map((one) => ({ ...one, at: at + 100, untilMs: at + 100 + toldMs, isPaced }))

/** What a second wave says of everybody and of holders, after one in which nobody's ten were served. */
function weights(served: Counts, refused: Counts, { toldMs = 1_000, isPaced = false } = {}) {
  const evidence = new QuotaEvidence()
  for (const one of sentAt(0, { nobody: 10 })) evidence.served(one)
  evidence.keep(refusedAt(0, { nobody: 6 }, toldMs))
  for (const one of sentAt(5_000, served)) evidence.served(one)
  const wave = refusedAt(5_000, refused, toldMs, isPaced)
  const [all, holder] = (['all', 'holder'] as const).map((scope) => evidence.explained(scope, wave))
  return { all: all?.weight, holder: holder?.weight, expected: holder?.expected }
}

describe('where ten of nobody were served before', () => {
  test.for([
    ['ten of each are no limit for everybody', { nobody: 10, eligible: 10 }, -2.3, 1, 2],
    ['ten of both together are none for each', { nobody: 6, eligible: 4 }, 1, -0.7, 0],
    ['one more of all tells nothing against anybody', { nobody: 11 }, 1, 1, 1],
    ['so few of each tell hardly anything', { nobody: 1, eligible: 1 }, -0.7, -0.7, 0],
  ] as const)('%s', ([, served, all, holder, expected]) => {
    const found = weights(served, Object.fromEntries(Object.keys(served).map((name) => [name, 2])))
    expect(found.all).toBeCloseTo(all, 1)
    expect(found.holder).toBeCloseTo(holder, 1)
    expect(found.expected).toBe(expected)
  })
})

test.for([
  ['a rate that is kept', { isPaced: true }],
  ['a burst beside a short wait, in which much is given back', { toldMs: 500 }],
] as const)('%s tells nothing', ([, how]) => {
  expect(weights({ nobody: 10, eligible: 10 }, { nobody: 2 }, how)).toEqual({ all: 0, holder: 0, expected: 0 })
})
