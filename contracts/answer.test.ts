import { describe, expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { isJsonMediaType } from '../fixtures/json.ts'
import { type Attempt, exchangesFor } from '../trust/fabricated/exchanges.ts'
import { answerOf, describeAnswer, parseJson, succeeded } from './answer.ts'
import { probe } from './probe.ts'

describe('an answer as judges read it', () => {
  const read = (attempt: Attempt) => {
    const [operation] = catalogue
    const [exchange] = operation === undefined ? [] : exchangesFor(probe(operation), attempt)
    const answer = exchange === undefined ? null : answerOf(exchange)
    if (answer === null) throw new Error('no answer')
    return answer
  }
  test('has its media type in lower case and without parameters', () => {
    expect(read({ status: 200, json: {}, type: ' Application/JSON ; charset=utf-8' }).mediaType).toBe(
      'application/json',
    )
    expect(read({ status: 200 }).mediaType).toBe(null)
    expect(['application/json', 'text/json', 'application/problem+json'].every(isJsonMediaType)).toBe(true)
    expect([null, 'application/jsonl', 'xapplication/json', 'text/html'].some(isJsonMediaType)).toBe(false)
  })

  test('is parsed as JSON, or is undefined where it is none', () => {
    expect(parseJson('{"a":1}')).toEqual({ a: 1 })
    expect(parseJson('\ufeff[]')).toEqual([])
    expect([null, '', '  ', '{', 'x\ufeff1'].map(parseJson)).toEqual(Array(5).fill(undefined))
    expect(parseJson('null')).toBe(null)
  })

  test('is described in words', () => {
    expect(describeAnswer(read({ status: 204 }))).toBe('204, no body')
    expect(describeAnswer(read({ status: 200, text: ' a \n\n b ', type: 'text/plain' }))).toBe('200 text/plain a b')
    expect(describeAnswer(read({ status: 200, text: 'a'.repeat(160), type: null }))).toBe(`200 ${'a'.repeat(160)}`)
    expect(describeAnswer(read({ status: 200, text: 'a'.repeat(161), type: null }))).toBe(`200 ${'a'.repeat(160)}…`)
    expect([199, 200, 299, 300].map((status) => succeeded({ status }))).toEqual([false, true, true, false])
  })
})
