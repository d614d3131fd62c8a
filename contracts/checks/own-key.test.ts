import { describe, expect, test } from 'vitest'
import { allKnown, choice, embed, factsFor, listing, verdictOn } from '../../trust/fabricated/contracts.ts'
import { envelope, type ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const served = { status: 200, json: envelope } as const

describe('O4c, O10: the standing of the own key', () => {
  test.for([listing, embed] as const)('%s that answers the eligible key with 403 is a violation', (operation) => {
    const answers = ({ operation: own, credential }: Probe) =>
      own === operation && credential === 'eligible' ? 403 : undefined
    expect(verdictOn(operation, 'request.valid', { answers })).toBe('violation eligible-key-not-authorized')
  })

  test.for([
    ['none is made later', 403, 'pass accepted'],
    ['more are made later', 200, 'violation eligible-key-not-authorized'],
  ] as const)('an account with room for one embed, where %s', ([, later, verdict]) => {
    const answers = ({ operation, body, credential }: Probe): ProbeReply | undefined => {
      if (credential !== 'eligible') return undefined
      if (operation !== embed) return { ...served, startedAt: 2000 }
      if (body.change !== undefined) return { ...(later === 200 ? served : { status: later }), startedAt: 1000 }
      return body.base === 'empty-object' ? { ...served, startedAt: 1 } : { status: 403, startedAt: 2 }
    }
    expect(verdictOn(embed, 'request.valid', { answers, operations: [embed, listing] })).toBe(verdict)
  })

  test.for([
    ['without it', '{"name":"a"}', 'pass accepted'],
    ['with it', '{"name":"a","domain":"b","title":"c"}', 'violation eligible-key-not-authorized'],
  ] as const)('a member that the key may lack the permission for, where others %s are served', ([, sent, verdict]) => {
    const answers = ({ operation, body, credential }: Probe): ProbeReply | undefined => {
      if (credential !== 'eligible' || operation !== embed) return undefined
      const isRefused = body.base !== 'empty-object' && body.change === undefined
      return isRefused
        ? { status: 403, sent: '{"name":"a","domain":"b"}', startedAt: 1 }
        : { ...served, sent, startedAt: 2000 }
    }
    expect(verdictOn(embed, 'request.valid', { answers, operations: [embed, listing] })).toBe(verdict)
  })

  test.for([
    ['a request without it gets 400', 400, {}, 'inconclusive not-accepted'],
    ['a request without it gets 403', 403, {}, 'violation eligible-key-not-authorized'],
    ['a body is vouched for', 400, { embedBody: true }, 'violation eligible-key-not-authorized'],
  ] as const)('a domain that may be foreign, where nothing is served: %s', ([, without, has, verdict]) => {
    const answers = ({ operation, body, credential }: Probe): ProbeReply | undefined => {
      if (credential !== 'eligible' || operation !== embed) return undefined
      return body.base === 'empty-object' ? without : 403
    }
    const facts = factsFor(allKnown)
    const scene = {
      answers,
      facts: { has: { ...facts.has, embedBody: false, ...has } },
      operations: [embed, listing],
    } as const
    expect(verdictOn(embed, 'request.valid', scene)).toBe(verdict)
  })

  test('a key that is refused on one operation and accepted on the other is a violation on the first', () => {
    const answers = ({ operation, credential }: Probe) =>
      operation === embed && credential === 'eligible' ? 401 : undefined
    const operations = [embed, listing] as const
    expect(verdictOn(embed, 'request.valid', { answers, operations })).toBe('violation eligible-key-refused')
    expect(verdictOn(listing, 'request.valid', { answers, operations })).toBe('pass accepted')
  })
})

test('O6a: a refused choice with {} counts as a second one where the first named a user and none is served later', () => {
  const refused = { status: 400, json: { code: 'invalid_request' } } as const
  const answers = ({ operation, body, value, credential, purpose }: Probe): ProbeReply | undefined => {
    if (operation !== choice || value !== 'known') return undefined
    if (purpose === 'valid') return { ...refused, startedAt: 2 }
    const isFirst = credential === 'eligible' && body.base === 'empty-object'
    if (!isFirst) return { ...refused, startedAt: 3 }
    return { ...served, sent: '{"choiceData":{"userId":"u-1"}}', startedAt: 1 }
  }
  expect(verdictOn(choice, 'request.valid', { answers })).toBe('inconclusive not-accepted')
})
