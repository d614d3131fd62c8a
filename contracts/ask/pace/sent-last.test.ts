import { expect, test } from 'vitest'
import { SentLast } from './sent-last.ts'

/** Operations in capitals are of another product. */
const share = (name: string) => ({
  holder: 'own',
  product: name === name.toLowerCase() ? 'Ads' : 'Teams',
  operation: name,
})

/** Which operations go last after waves in which these were told to wait. */
function lastAfter(waves: string): string {
  const last = new SentLast()
  for (const wave of waves.split(' '))
    for (const [nth, name] of [...wave].entries()) last.refused(share(name), nth === 0)
  return [...'abcdefABC'].filter((name) => last.include(share(name))).join('')
}

test.for([
  ['', ''],
  ['a', 'a'],
  ['aB a', 'aB'],
  ['abcde', ''],
  ['abcde a', 'abcdef'],
  ['abcde A', ''],
] as const)('after %s were told to wait, these go last: %s', ([waves, last]) => {
  expect(lastAfter(waves)).toBe(last)
})
