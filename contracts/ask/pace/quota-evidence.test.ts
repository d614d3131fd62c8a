import { describe, expect, test } from 'vitest'
import { QuotaEvidence } from './quota-evidence.ts'
import type { RefusedShare, SentShare } from './share.ts'

type Counts = Readonly<Record<string, number>>

/** So many requests of each holder, sent one after the other within 50 ms from `at` on. */
function sentAt(at: number, counts: Counts): readonly SentShare[] {
  const holders = Object.entries(counts).flatMap(([holder, count]) => Array.from({ length: count }, () => holder))
  return holders.map((holder, nth) => ({
    share: { holder, product: `product ${nth}`, operation: `operation ${nth}` },
    startedAt: at + (50 * nth) / holders.length,
    nth: at + nth,
  }))
}

/** A wave of refusals that comes 100 ms after `at`: so many of each holder, each told to wait `toldMs`. */
const refusedAt = (at: number, counts: Counts, toldMs: number, isPaced = false): readonly RefusedShare[] =>
  sentAt(at + 50, counts).map((one) => ({ ...one, at: at + 100, untilMs: at + 100 + toldMs, isPaced }))

/** What a second wave says for a limit of all and of each holder. Before the first, ten of the holder `nobody` were served. */
function weights(served: Counts, refused: Counts, { toldMs = 1_000, isPaced = false } = {}) {
  const evidence = new QuotaEvidence()
  for (const one of sentAt(0, { nobody: 10 })) evidence.served(one)
  evidence.keep(refusedAt(0, { nobody: 6 }, toldMs))
  for (const one of sentAt(5_000, served)) evidence.served(one)
  const wave = refusedAt(5_000, refused, toldMs, isPaced)
  const [all, holder] = (['all', 'holder'] as const).map((scope) => evidence.explained(scope, wave))
  return { all: all?.weight, holder: holder?.weight, expected: holder?.expected }
}

describe('where ten requests of the holder nobody were served before', () => {
  test.for([
    ['ten of each speak against a limit of all', { nobody: 10, eligible: 10 }, -2.3, 1, 2],
    ['ten of both speak against a limit of each', { nobody: 6, eligible: 4 }, 1, -0.7, 0],
    ['one more speaks against neither', { nobody: 11 }, 1, 1, 1],
    ['so few of each tell hardly anything', { nobody: 1, eligible: 1 }, -0.7, -0.7, 0],
  ] as const)('%s', ([, served, all, holder, expected]) => {
    const found = weights(served, Object.fromEntries(Object.keys(served).map((name) => [name, 2])))
    expect(found.all).toBeCloseTo(all, 1)
    expect(found.holder).toBeCloseTo(holder, 1)
    expect(found.expected).toBe(expected)
  })
})

test.for([
  ['a wave at a rate that is kept', { isPaced: true }],
  ['a wave with a short wait, in which much is given back', { toldMs: 500 }],
] as const)('%s tells nothing', ([, how]) => {
  expect(weights({ nobody: 10, eligible: 10 }, { nobody: 2 }, how)).toEqual({ all: 0, holder: 0, expected: 0 })
})
