import { describe, expect, test } from 'vitest'
import { unnamed } from '../../load/limiter/limiter.ts'
import { compare, type Inferred, inferredText, truthText } from './comparison.ts'
import { concurrency, fixedWindow, other, tokenBucket } from './limiter.ts'

const nothing: Inferred = unnamed('nobody knows')
const window: Inferred = {
  ...nothing,
  algorithm: 'fixed-window',
  quota: 20,
  quotaInterval: [20, 20],
  windowMs: 1012.4,
  windowIntervalMs: [990, 1030],
}

describe('an inference compared with the truth', () => {
  test('is right where the name is right and the truth is inside its intervals', () => {
    expect(compare(fixedWindow(20, 1000, ''), window)).toEqual({ word: 'right', outside: [] })
  })

  test('is right, with the figures outside, where the truth is outside its intervals', () => {
    expect(compare(fixedWindow(21, 2000, ''), window)).toEqual({ word: 'right', outside: ['quota', 'window'] })
    const bucket: Inferred = { ...nothing, algorithm: 'token-bucket', quota: 5, quotaInterval: [5, 5] }
    expect(compare(tokenBucket(5, 5, ''), bucket)).toEqual({ word: 'right', outside: ['refill'] })
  })

  test('is wrong where it has another name, even "none", or where no name fits', () => {
    expect(compare(concurrency(20, ''), window).word).toBe('WRONG')
    expect(compare(concurrency(20, ''), { ...nothing, algorithm: 'none' }).word).toBe('WRONG')
    expect(compare(other(''), window).word).toBe('WRONG')
  })

  test('is never wrong without a name, and right where no name fits', () => {
    expect(compare(concurrency(20, ''), nothing).word).toBe('inconclusive')
    expect(compare(other(''), nothing).word).toBe('right')
  })

  test('has words for the table', () => {
    expect(truthText(tokenBucket(20, 12.5, ''))).toBe('token-bucket, 20, 12.5/s')
    expect(truthText(other(''))).toBe('none of the names')
    expect(inferredText(window)).toBe('fixed-window, 20 [20, 20], 1010 [990, 1030] ms')
    expect(inferredText(nothing)).toBe('inconclusive: nobody knows')
  })
})
