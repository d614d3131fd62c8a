import { describe, expect, test } from 'vitest'
import { OwnRefusals } from './own-refusals.ts'

const share = (operation: string, product = 'Teams') => ({ holder: 'own', product, operation })

/** The scope of `asked` after these words: `a` is refused, `a!` is refused by itself, `a+` is served. */
function after(words: string, asked = 'a'): string | null {
  const own = new OwnRefusals()
  for (const word of words.split(' ')) {
    const one = share(word.slice(0, 1), word.startsWith('x') ? 'Events' : 'Teams')
    if (word.endsWith('+')) own.served(one)
    else {
      own.refused(one)
      if (word.endsWith('!')) own.refusedByItself(one)
    }
  }
  return own.scopeOf(share(asked))
}

describe('O5d: whether an operation or its product refuses by itself', () => {
  test.for([
    ['a a a', null],
    ['a a!', 'operation'],
    ['a a! a+', null],
    ['a a! a+ a', null],
    ['a a! b', 'operation'],
    ['a a! b c', 'product'],
    ['a a! b c d+', 'operation'],
    ['x x! a', null],
    ['x x! b b! c+ d d! a', 'operation'],
    ['x x! b b! c c+ d d! a', null],
    ['x x! b b! c c! a', 'product'],
  ] as const)('after %s: %s', ([words, scope]) => expect(after(words)).toBe(scope))

  test('after three that refuse by themselves a refused operation does so too, until a refused one is served', () => {
    const own = new OwnRefusals()
    for (const product of ['Events', 'Pay', 'Vote']) {
      own.refused(share('a', product))
      own.refusedByItself(share('a', product))
    }
    expect(own.scopeOf(share('b'))).toBeNull()
    own.refused(share('b'))
    expect(own.scopeOf(share('b'))).toBe('operation')
    own.served(share('b'))
    own.refused(share('c'))
    expect(own.scopeOf(share('c'))).toBeNull()
  })
})

test('an operation that refuses by itself is held longer with each wave, and is down after three seconds', () => {
  const own = new OwnRefusals()
  const one = share('a')
  own.refused(one)
  own.refusedByItself(one)
  const waits: number[] = []
  for (let now = 0; !own.isDown(one); ) {
    const until = own.hold(one, 'operation', now, 0)
    expect(own.hold(one, 'operation', now + 1, 0)).toBe(until)
    waits.push(until - now)
    now = until
  }
  expect(waits).toEqual([100, 200, 400, 800, 1_600])
})

test('a wait that its refusal tells is kept, and counts towards the three seconds', () => {
  const own = new OwnRefusals()
  own.refused(share('a'))
  own.refusedByItself(share('a'))
  expect(own.hold(share('a'), 'operation', 1_000, 5_000)).toBe(6_000)
  expect(own.isDown(share('a'))).toBe(true)
})
