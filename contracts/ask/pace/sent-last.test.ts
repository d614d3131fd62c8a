import { expect, test } from 'vitest'
import { SentLast } from './sent-last.ts'

/** Operations in capitals are of another product. */
const share = (name: string) => ({
  holder: 'own',
  product: name === name.toLowerCase() ? 'Ads' : 'Teams',
  operation: name,
})

/** Which operations go last after waves in which these were told to wait for so long. */
function lastAfter(waves: string, toldMs: number): string {
  const last = new SentLast()
  for (const wave of waves.split(' '))
    for (const [nth, name] of [...wave].entries()) last.refused(share(name), toldMs, nth === 0)
  return [...'abcdefABC'].filter((name) => last.include(share(name))).join('')
}

test.for([
  ['', 60_000, ''],
  ['a', 60_000, 'a'],
  ['aB a', 60_000, 'aB'],
  ['abcde', 60_000, ''],
  ['abcde a', 60_000, 'abcdef'],
  ['abcde A', 60_000, ''],
  ['a', 8_000, ''],
] as const)('after %s were told to wait for %i ms, these go last: %s', ([waves, toldMs, last]) => {
  expect(lastAfter(waves, toldMs)).toBe(last)
})
