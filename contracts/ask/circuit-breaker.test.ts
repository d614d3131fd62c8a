import { expect, test } from 'vitest'
import { CircuitBreaker } from './circuit-breaker.ts'

const longest = 60_000
const breaker = (concurrency = 16) => new CircuitBreaker(concurrency, longest)
const times = (count: number, work: (index: number) => void) => {
  for (let index = 0; index < count; index += 1) work(index)
}

test('a target that never answered is given up after as many failures as requests may be under way', () => {
  const made = breaker()
  times(15, (index) => made.saw('failure', `op ${index}`, 0))
  expect(made.stopped).toBeNull()
  made.saw('failure', 'op', 0)
  expect(made.stopped).toBe('no-answers')
})

test('one operation alone can end a run in which nothing was ever answered', () => {
  const made = breaker(1)
  times(12, () => made.saw('failure', 'one', 0))
  expect(made.stopped).toBe('no-answers')
})

test('failures of one operation never end a run in which others answered', () => {
  const made = breaker()
  made.saw('answer', 'other', 0)
  times(1_000, () => made.saw('failure', 'one', 0))
  expect(made.stopped).toBeNull()
})

test('connections that are refused end a run, whichever operation they were for', () => {
  const made = breaker()
  made.saw('answer', 'one', 0)
  times(95, () => made.saw('unconnected', 'one', 0))
  expect(made.stopped).toBeNull()
  made.saw('unconnected', 'one', 0)
  expect(made.stopped).toBe('no-answers')
})

test('a target that dies is given up when nothing comes from many operations', () => {
  const made = breaker()
  made.saw('answer', 'op', 0)
  times(95, (index) => made.saw('failure', `op ${index % 30}`, 0))
  expect(made.stopped).toBeNull()
  made.saw('failure', 'op last', 0)
  expect(made.stopped).toBe('no-answers')
})

test('any answer starts the count of failures anew', () => {
  const made = breaker()
  times(20, (index) => {
    times(10, (other) => made.saw('failure', `op ${index} ${other}`, 0))
    made.saw('answer', 'op', 0)
  })
  expect(made.stopped).toBeNull()
})

test('a breaker that is closed again opens after the same number of failures again', () => {
  const made = breaker()
  made.saw('answer', 'op', 0)
  times(96, (index) => made.saw('failure', `op ${index}`, 0))
  made.close()
  expect(made.stopped).toBeNull()
  times(95, (index) => made.saw('failure', `op ${index}`, 0))
  expect(made.stopped).toBeNull()
  made.saw('failure', 'op', 0)
  expect(made.stopped).toBe('no-answers')
})

test('a target that answers nothing but server errors is in maintenance', () => {
  const made = breaker()
  times(31, (index) => made.saw('error', `op ${index}`, 0))
  expect(made.stopped).toBeNull()
  made.saw('error', 'op', 0)
  expect(made.stopped).toBe('maintenance')
})

test('a target whose limit lets nothing through is given up after the longest wait, not before', () => {
  const made = breaker(4)
  times(50, () => made.saw('limit', 'op', 1_000))
  expect(made.stopped).toBeNull()
  made.saw('limit', 'op', 1_000 + longest)
  expect(made.stopped).toBe('limited')
})

test('a limit beside answers is no reason to give up', () => {
  const made = breaker(4)
  made.saw('answer', 'op', 0)
  times(50, () => made.saw('limit', 'op', longest * 2))
  expect(made.stopped).toBeNull()
})

test('a short run without any answer is given up at its end', () => {
  const silent = breaker()
  silent.saw('failure', 'op', 0)
  silent.ended()
  expect(silent.stopped).toBe('no-answers')
  const broken = breaker()
  broken.saw('error', 'op', 0)
  broken.ended()
  expect(broken.stopped).toBe('maintenance')
  const well = breaker()
  well.saw('answer', 'op', 0)
  well.saw('failure', 'op', 0)
  well.ended()
  expect(well.stopped).toBeNull()
  const nothing = breaker()
  nothing.ended()
  expect(nothing.stopped).toBeNull()
})

test('the first reason to give up stays', () => {
  const made = breaker()
  made.open('unreachable')
  made.open('maintenance')
  expect(made.stopped).toBe('unreachable')
})
