import { describe, expect, test } from 'vitest'
import { Pace } from './pace.ts'
import type { Share } from './share.ts'

const share = (product: string, holder = 'eligible'): Share => ({ holder, product, operation: 'GET /api/any' })
const [video, pages] = [share('Livestream'), share('Pages')]

const told = (untilMs: number, overBudget = false) => ({ untilMs, isNamed: true, overBudget })

/** A pace with requests under way, named by their keys. */
function pace(concurrency: number, ...keys: readonly (readonly [key: string, share: Share, at?: number])[]): Pace {
  const made = new Pace(concurrency)
  for (const [key, own, at] of keys) made.started(key, own, at ?? 0)
  return made
}

test('a pace starts no more requests at once than it may', () => {
  const two = pace(2, ['a', video], ['b', pages])
  expect(two.running).toBe(2)
  expect(two.mayStart(video, 0)).toBe(false)
  two.ended('a', true)
  expect(two.mayStart(video, 0)).toBe(true)
})

test('a wait holds everybody, to the millisecond, while nothing tells whom it concerns', () => {
  const one = pace(8, ['a', video])
  one.refused('a', 100, told(5_000))
  expect(one.mayStart(video, 4_999)).toBe(false)
  expect(one.mayStart(pages, 4_999)).toBe(false)
  expect(one.mayStart(share('Livestream', 'nobody'), 4_999)).toBe(false)
  expect(one.mayStart(video, 5_000)).toBe(true)
  expect(one.nextRelease(100)).toBe(5_000)
  expect(one.nextRelease(5_000)).toBeNull()
  expect(one.lastRelease).toBe(5_000)
})

test('a shorter wait that is told later does not shorten a longer one', () => {
  const one = pace(8, ['a', video], ['b', video])
  one.refused('a', 100, told(9_000))
  one.refused('b', 110, told(2_000))
  expect(one.heldUntil(video)).toBe(9_000)
  expect(one.lastRelease).toBe(9_000)
})

test('a wave of refusals without a wait halves once what may be under way, and each answer adds one', () => {
  const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key) => [key, video] as const)
  const eight = pace(8, ...keys)
  for (const [key] of keys) eight.refused(key, 100, { ...told(1_000), isNamed: false })
  const started = () => {
    let count = 0
    while (eight.mayStart(video, 1_000)) eight.started(`n${count++}`, video, 1_000)
    return count
  }
  expect(started()).toBe(4)
  eight.ended('n0', true)
  expect(started()).toBe(2)
  eight.ended('n1', false)
  expect(started()).toBe(1)
})

/** After a first refusal 24 requests are sent by turns: those of the share `refused` are refused, all others are served. */
function wave(refused: Share, others: readonly Share[]): Pace {
  const one = pace(32, ['first', refused])
  one.refused('first', 10, told(1_000))
  const sent = Array.from({ length: 24 }, (_, nth) =>
    nth % 2 === 0 ? refused : (others[nth % others.length] ?? refused),
  )
  for (const [nth, own] of sent.entries()) one.started(`k${nth}`, own, 1_000 + nth * 2)
  for (const [nth, own] of sent.entries()) {
    if (own === refused) one.refused(`k${nth}`, 1_060 + nth, told(9_000))
    else one.ended(`k${nth}`, true)
  }
  return one
}

test('a wait holds the credential alone as soon as answers under way have shown that others are served', () => {
  const others = [share('Pages', 'nobody'), share('Livestream', 'nobody'), share('Livestream', 'restricted-account')]
  const one = wave(video, others)
  for (const other of others) expect(one.mayStart(other, 1_200)).toBe(true)
  expect(one.mayStart(video, 8_999)).toBe(false)
  expect(one.mayStart(video, 9_000)).toBe(true)
})

test('requests that left with the refused one, or before it, show nothing: they may have arrived before it', () => {
  const others = [0, 0, 0.5, 1].map((at, nth) => [`o${nth}`, share('Pages', 'nobody'), at] as const)
  const one = pace(8, ['a', video, 0.3], ...others)
  one.refused('a', 10, told(5_000))
  for (const [key] of others) one.ended(key, true)
  expect(one.mayStart(share('Pages', 'nobody'), 20)).toBe(false)
})

test('where the refused share is served again as well, a new window serves everybody: that tells nothing of the scope', () => {
  const others = ['b', 'c', 'd'].map((key) => [key, share('Pages', 'nobody'), 2] as const)
  const one = pace(8, ['a', video, 0], ...others, ['z', video, 4])
  one.refused('a', 10, told(5_000))
  for (const [key] of others) one.ended(key, true)
  one.ended('z', true)
  expect(one.mayStart(share('Pages', 'nobody'), 4_999)).toBe(false)
})

test('a limit by address holds every credential until its wait is over', () => {
  const holders = ['eligible', 'nobody', 'restricted-account', 'restricted-product']
  const started = holders.map((holder, nth) => [holder, share('Pages', holder), nth] as const)
  const four = pace(8, ...started)
  for (const [key] of started) four.refused(key, 10, told(2_000))
  for (const holder of holders) expect(four.mayStart(share('Pages', holder), 1_999)).toBe(false)
})

test('a wait holds only the product once answers under way have shown that others are not concerned', () => {
  const others = [pages, share('Pages', 'nobody'), share('Ads')]
  const one = wave(video, others)
  for (const other of others) expect(one.mayStart(other, 1_200)).toBe(true)
  expect(one.mayStart(video, 8_999)).toBe(false)
})

test('answers to requests that were sent after the refusal show nothing', () => {
  const one = pace(8, ['a', video], ['b', video])
  one.refused('a', 10, told(100))
  for (const key of ['c', 'd', 'e']) {
    one.started(key, pages, 50)
    one.ended(key, true)
  }
  one.refused('b', 60, told(9_000))
  expect(one.mayStart(pages, 200)).toBe(false)
})

test('a wait holds everything as soon as two credentials are limited at once', () => {
  const one = pace(8, ['a', video])
  one.started('b', share('Pages', 'nobody'), 0)
  one.refused('a', 10, told(5_000))
  one.refused('b', 20, told(6_000))
  expect(one.mayStart(share('Livestream', 'restricted-account'), 5_500)).toBe(false)
  expect(one.mayStart(share('Livestream', 'restricted-account'), 6_000)).toBe(true)
})

const hour = 3_600_000

/** Each is sent when it may start, and refused 10 ms later for an hour. Says when each left, until one may not start within it. */
function refusedInTurn(one: Pace, shares: readonly Share[]): readonly number[] {
  const left: number[] = []
  for (const own of shares) {
    const at = Math.max((left.at(-1) ?? -10) + 10, one.heldUntil(own))
    if (at >= hour) break
    left.push(at)
    one.started(`${at}`, own, at)
    one.refused(`${at}`, at + 10, told(at + hour, true))
  }
  return left
}
const products = ['Livestream', 'Pages', 'Payments', 'Embeds', 'Lives', 'Rooms', 'Votes', 'Polls', 'Chats']
const inAll = (holder: string) => products.map((product) => share(product, holder))

test('a wait over the budget holds the product of the credential alone at first, and all else is sent one at a time', () => {
  const one = pace(8, ['a', video])
  one.refused('a', 0, told(hour, true))
  expect(one.heldUntil(video)).toBe(hour)
  expect(one.heldUntil(pages)).toBe(0)
  expect(one.heldUntil(share('Livestream', 'nobody'))).toBe(0)
  one.started('b', pages, 10)
  expect(one.mayStart(share('Livestream', 'nobody'), 20)).toBe(false)
  one.ended('b', true)
  expect(one.mayStart(share('Livestream', 'nobody'), 30)).toBe(true)
})

test('five such waits in a row hold a credential everywhere, and eleven of three hold everybody', () => {
  const one = pace(8)
  expect(refusedInTurn(one, inAll('eligible'))).toEqual([0, 10, 270, 780, 1_790])
  expect(one.heldUntil(share('Livestream', 'nobody'))).toBe(2_800)
  expect(refusedInTurn(one, inAll('nobody'))).toHaveLength(5)
  expect(one.heldUntil(share('Pages', 'restricted-account'))).toBeLessThan(hour)
  expect(refusedInTurn(one, [share('Pages', 'restricted-account')])).toHaveLength(1)
  expect(one.heldUntil(share('Rooms', 'restricted-product'))).toBeGreaterThanOrEqual(hour)
})

test('no wait over the budget reaches further where others are served, and those under way count once', () => {
  const one = pace(8, ...products.slice(0, 8).map((product) => [product, share(product)] as const))
  for (const product of products.slice(0, 8)) one.refused(product, 10, told(hour, true))
  for (const product of [...products, ...products].map((name, nth) => `${name} ${nth}`)) {
    one.started(product, share(product), 3_000)
    one.refused(product, 3_010, told(hour, true))
    one.started('served', share(`${product} served`), 3_020)
    one.ended('served', true)
  }
  expect(one.heldUntil(share('Chats', 'nobody'))).toBeLessThan(hour)
  expect(one.heldUntil(share('another'))).toBeLessThan(hour)
})

test('products that are down for longer than a run waits hold nothing else, however many they are', () => {
  const one = pace(8)
  for (const [nth, down] of inAll('eligible').entries()) {
    one.started(`${nth}`, down, nth)
    one.refused(`${nth}`, nth, { ...told(hour, true), isOutage: true })
  }
  expect(one.heldUntil(video)).toBe(hour)
  expect(one.mayStart(share('another'), 10)).toBe(true)
})

test('a request that was never started cannot end', () => {
  const one = pace(2)
  one.ended('x', true)
  one.refused('x', 0, told(10))
  expect(one.running).toBe(0)
  expect(one.lastRelease).toBe(0)
})

/** Decides on a request that arrives: null serves it; a number refuses it and tells to wait so long, 0 tells nothing. */
type Limiter = (now: number, inFlight: number) => number | null

/** Sends six hundred requests in virtual time, eight at once, each of which takes a tenth of a second where it is served. */
function asked(limiter: Limiter) {
  const [paced, count] = [new Pace(8), 600]
  const ends: { readonly at: number; readonly key: string; readonly told: number | null }[] = []
  const again: number[] = []
  let [now, inFlight, sent, refused, early, settled] = [0, 0, 0, 0, 0, 0]
  let fresh = count
  let holdsUntil = 0
  const start = () => {
    const index = again.findIndex((notBefore) => notBefore <= now)
    if ((index < 0 && fresh === 0) || !paced.mayStart(video, now)) return false
    if (index < 0) fresh -= 1
    else again.splice(index, 1)
    if (now < holdsUntil) early += 1
    const key = `k${sent++}`
    paced.started(key, video, now)
    const told = limiter(now, inFlight + 1)
    if (told === null) inFlight += 1
    ends.push({ at: now + (told === null ? 90 + (sent % 7) * 3 : 3), key, told })
    return true
  }
  while (settled < count && sent < 10_000) {
    while (start());
    ends.sort((one, other) => one.at - other.at)
    const wake = Math.min(paced.nextRelease(now) ?? Number.POSITIVE_INFINITY, ...again.filter((at) => at > now))
    const next = ends[0]
    if (next === undefined || next.at > wake) {
      now = wake
      continue
    }
    ends.shift()
    now = next.at
    if (next.told === null) {
      inFlight -= 1
      settled += 1
      paced.ended(next.key, true)
    } else {
      refused += 1
      const until = now + (next.told || 1_000)
      if (next.told > 0) holdsUntil = Math.max(holdsUntil, until)
      paced.refused(next.key, now, { untilMs: until, isNamed: next.told !== 0, overBudget: false })
      again.push(until)
    }
  }
  return { refused, early, seconds: Math.round(now / 1_000) }
}

describe('six hundred requests in virtual time meet few refusals and take little time', () => {
  const places =
    (most: number): Limiter =>
    (_, inFlight) =>
      inFlight > most ? 0 : null
  const window = (most: number, ms: number, tells: boolean): Limiter => {
    let [open, came] = [-1, 0]
    return (now) => {
      const at = Math.floor(now / ms)
      came = at === open ? came + 1 : 1
      open = at
      return came <= most ? null : tells ? (at + 1) * ms - now : 0
    }
  }
  // Before the pace remembered sizes: 596 refusals and 180 s with four places, 603 and 353 s with two.
  test.for([
    ['no limit', () => null, 0, 9],
    ['four places', places(4), 15, 30],
    ['six places', places(6), 12, 22],
    ['two places', places(2), 20, 50],
    // Spread evenly, the last hundred requests take their whole window.
    ['a hundred in ten seconds', window(100, 10_000, true), 10, 61],
    ['twenty in a second, untold', window(20, 1_000, false), 30, 38],
  ] as const)('%s', ([, limiter, refusals, seconds]) => {
    const { refused, early, seconds: took } = asked(limiter)
    expect(refused).toBeLessThanOrEqual(refusals)
    expect(took).toBeLessThanOrEqual(seconds)
    expect(early).toBe(0)
  })
})
