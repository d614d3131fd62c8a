import { expect, test } from 'vitest'
import { seededRandom } from '../../fixtures/random.ts'
import { measure, percentile } from './measure.ts'
import { type RequestSample, Samples, Turns } from './samples.ts'

const targets = ['A', 'B', 'C'].map((name) => ({
  id: `GET /${name}`,
  product: name,
  method: 'GET',
  path: `/${name}`,
  body: null,
}))
const plateau = { ratePerSecond: 100, durationMs: 100_000 }

/** Requests that take from a tenth of a millisecond to a minute, in k6's whole nanoseconds. */
function requests(count: number): readonly RequestSample[] {
  const draw = seededRandom(7)
  return Array.from({ length: count }, (_, turn) => ({
    operation: turn % 3,
    status: draw() < 0.05 ? 503 : draw() < 0.05 ? 429 : draw() < 0.02 ? 0 : 200,
    durationMs: Math.round(1e5 * 600_000 ** draw()) / 1e6,
  }))
}

const all = requests(30_000)

function measured(processes: number) {
  const samples = Array.from({ length: processes }, () => new Samples())
  for (const [turn, sample] of all.entries()) samples[turn % processes]?.add(sample, Math.floor(turn / 300))
  return measure({ scenario: 'average', plateau, targets }, samples, 0)
}

test.for([1, 2, 4])('%i processes: percentiles are those of the pooled samples, counts are exact', (processes) => {
  const of = (wanted: (sample: RequestSample) => boolean) => {
    const own = all.filter(wanted)
    const sorted = own.map(({ durationMs }) => durationMs).sort((one, other) => one - other)
    const at = (share: number) => expect.closeTo(percentile(sorted, share), 9)
    const count = (isWanted: (status: number) => boolean) => own.filter(({ status }) => isWanted(status)).length
    const [limited, failed] = [count((status) => status === 429), count((status) => status === 0 || status === 503)]
    return {
      requests: own.length,
      limited,
      failed,
      answered: own.length - limited - failed,
      latencyMs: { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: expect.closeTo(sorted.at(-1) ?? 0, 9) },
    }
  }
  const { all: whole, products, operations } = measured(processes)
  expect(whole).toEqual(of(() => true))
  for (const [index, { product }] of targets.entries())
    expect(products[product]).toEqual(of(({ operation }) => operation === index))
  expect(operations.map((tally) => tally.requests)).toEqual([10_000, 10_000, 10_000])
  expect(measured(processes)).toEqual(measured(1))
})

test('a sample takes eight bytes, and reads as it was added', () => {
  const samples = new Samples()
  for (const sample of all) samples.add(sample, 0)
  const read: RequestSample[] = []
  samples.each((sample) => read.push(sample))
  expect(read).toEqual(all)
  const chunks = (samples as unknown as { readonly chunks: readonly Uint32Array[] }).chunks
  const bytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0)
  expect(bytes).toBeLessThan(8 * (all.length + 8192))
})

test('a turn that is taken twice is counted', () => {
  const turns = new Turns()
  for (const turn of [0, 7, 8, 100_000, 7]) turns.take(turn)
  expect(turns.twice).toBe(1)
})
