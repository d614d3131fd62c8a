import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { limiters } from './registry.ts'

describe('the real limiters', () => {
  test('are at least eight, each with a name of its own', () => {
    const names = limiters.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThanOrEqual(8)
  })

  test('cover every algorithm, and some algorithms that no name fits', () => {
    const algorithms = new Set(limiters.map(({ truth }) => truth.algorithm))
    expect([...algorithms].sort()).toEqual([
      'concurrency',
      'fixed-window',
      'other',
      'sliding-counter',
      'sliding-log',
      'token-bucket',
    ])
  })

  test.for(limiters)('$name: the truth has the figures of its algorithm', ({ truth }, { expect }) => {
    const { algorithm, quota, windowMs, refillPerSecond } = truth
    expect(truth.setting).not.toBe('')
    expect(quota !== null).toBe(algorithm !== 'other')
    expect(refillPerSecond !== null).toBe(algorithm === 'token-bucket')
    expect(windowMs !== null).toBe(['fixed-window', 'sliding-log', 'sliding-counter'].includes(algorithm))
    // Windows are short, so that the whole table takes only minutes.
    expect(windowMs ?? 1000).toBeLessThanOrEqual(3000)
    for (const number of [quota, windowMs, refillPerSecond]) if (number !== null) expect(number).toBeGreaterThan(0)
  })

  test('are built from pinned packages', () => {
    const read = (...path: string[]) => readFileSync(join(import.meta.dirname, ...path), 'utf8')
    expect(read('python', 'requirements.txt')).toMatch(/^limits==[\d.]+\n$/)
    expect(read('go', 'go.sum')).toContain('golang.org/x/time')
  })
})
