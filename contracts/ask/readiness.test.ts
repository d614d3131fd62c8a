import { expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { type Back, type Deployed, refused, reset, status, type WireScene, wire } from '../../trust/fabricated/wire.ts'
import { judge } from '../judge.ts'

const livestream = catalogue.filter(({ product }) => product === 'Livestream')
const asked = (deployed: Deployed, scene: Partial<WireScene> = {}) =>
  wire(deployed, { operations: livestream, ...scene })
/** Comes up after `ms` milliseconds. Until then it answers `down`. */
const upAfter =
  (ms: number, down: Back): Deployed =>
  ({ at }) =>
    at < ms ? down : status(404)

const downs: readonly (readonly [name: string, down: Back])[] = [
  ['refused connections', refused],
  ['resets', reset],
  ['silence', null],
  ['a gateway that knows nobody', status(502)],
  ['a gateway that says 503', status(503)],
  ['a gateway that waits', status(504)],
]

test.for(downs)('a target that comes up after 40 s of %s is waited for', async ([, down]) => {
  const { stopped, sent, exchanges, plan, unsent } = await asked(upAfter(40_000, down), { waitMs: 60_000 })
  expect(stopped).toBeNull()
  expect(unsent).toEqual({})
  const early = sent.filter(({ at }) => at < 40_000)
  expect(early.length).toBeLessThanOrEqual(80)
  expect(Math.max(...early.map(({ underWay }) => underWay))).toBe(1)
  expect(new Set(exchanges.map(({ id }) => id)).size).toBe(exchanges.length)
  expect(exchanges).toHaveLength(sent.length)
  const { findings } = judge({ plan, exchanges, unsent })
  // A target that is not up yet says nothing about the operation that is asked meanwhile.
  expect(findings.filter(({ cause }) => cause === 'unstable' || cause.startsWith('no-answer'))).toEqual([])
})

test.for([502, 503, 504])(
  'a gateway that says %i at first, for seconds, is waited for without being told to',
  async (code) => {
    const { stopped, sent, unsent } = await asked(upAfter(4_000, status(code)))
    expect(stopped).toBeNull()
    expect(unsent).toEqual({})
    expect(sent.filter(({ at }) => at < 4_000).length).toBeLessThanOrEqual(8)
  },
)

test('without a wait, a target that refuses connections is unreachable after three requests, one at a time', async () => {
  const { stopped, sent, unsent, plan, tookMs } = await asked(() => refused)
  expect(stopped).toBe('unreachable')
  expect(sent).toHaveLength(3)
  expect(tookMs).toBeLessThan(2_000)
  const always = plan.entries.filter(({ barred, when }) => barred === null && when === null)
  expect(always.filter(({ probe }) => unsent[probe.id]?.cause !== 'target-gone')).toEqual([])
})

test('with a wait, a target that refuses connections is unreachable after the whole wait, and not before', async () => {
  const { stopped, tookMs } = await asked(() => refused, { waitMs: 40_000 })
  expect(stopped).toBe('unreachable')
  expect(tookMs).toBeGreaterThan(40_000)
  expect(tookMs).toBeLessThan(43_000)
})

test('a target that resets connections is given up after the whole wait', async () => {
  const { stopped, tookMs } = await asked(() => reset, { waitMs: 40_000 })
  expect(stopped).toBe('no-answers')
  expect(tookMs).toBeGreaterThan(40_000)
})

test('the wait ends with the first answer, whatever it says', async () => {
  for (const code of [200, 302, 401, 404, 429, 500]) {
    const { sent } = await asked(() => status(code), { waitMs: 60_000, maxDurationMs: 100 })
    expect(sent.filter(({ at }) => at < 500).length, String(code)).toBeGreaterThan(1)
  }
})

test('an interrupt and the longest duration end the wait', async () => {
  const controller = new AbortController()
  const interrupted = await asked(
    (_, count, clock) => {
      if (count === 3) clock.after(100, () => controller.abort())
      return refused
    },
    { waitMs: 60_000, signal: controller.signal },
  )
  expect(interrupted.tookMs).toBeLessThan(3_000)
  expect(Object.values(interrupted.unsent)[0]?.cause).toBe('interrupted')
  const late = await asked(() => refused, { waitMs: 60_000, maxDurationMs: 2_000 })
  expect(late.tookMs).toBeLessThan(3_000)
  expect(Object.values(late.unsent)[0]?.cause).toBe('out-of-time')
})
