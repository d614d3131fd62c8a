import { describe, expect, test } from 'vitest'
import { because } from '../../evidence/judgement.ts'
import { choice, embed, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import type { ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const team = 'GET /api/team/general/all'

describe('O5d: a server error is repeated once', () => {
  const keyless = (reply: ProbeReply): Scene => ({
    answers: ({ operation, credential }) => (operation === team && credential === 'none' ? reply : undefined),
  })
  test.for([
    ['none', keyless(401), 'pass none'],
    ['again', keyless([500, 500]), 'violation server-error'],
    ['another one', keyless([502, 599]), 'violation server-error'],
    ['gone', keyless([500, 401]), 'inconclusive unstable'],
    ['no room to repeat', keyless([503]), 'inconclusive unstable'],
    ['told to wait', keyless({ status: 503, headers: [['Retry-After', '7200']] }), 'inconclusive told-to-wait'],
    ['then limited', keyless([503, 429]), 'inconclusive unstable'],
    ['then silence', keyless([500, 'silence']), 'inconclusive unstable'],
    ['499', keyless(499), 'pass none'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(team, 'errors.server-error', scene)).toBe(verdict)
  })

  test('an operation of which nothing was seen is not exercised', () => {
    expect(
      verdictOn(team, 'errors.server-error', { answers: ({ operation }) => (operation === team ? 429 : undefined) }),
    ).toBe('not-exercised limited')
    expect(verdictOn(team, 'errors.server-error', { unsent: () => because('out-of-time') })).toBe(
      'not-exercised out-of-time',
    )
  })

  test('a finding says how many requests met it, and names their exchanges', () => {
    const { findings } = play({ operations: [team], checks: ['errors.server-error'], ...keyless([500, 401]) })
    expect(findings[0]?.message).toMatch(/: 1 of \d+ requests$/)
    expect(findings[0]?.exchanges).toHaveLength(2)
  })

  test('requests that were not sent are not counted', () => {
    const { findings, exchanges } = play({
      operations: [team],
      checks: ['errors.server-error'],
      answers: ({ operation }) => (operation === team ? [500, 403] : undefined),
    })
    const sent = new Set(exchanges.flatMap(({ operation, probe }) => (operation === team ? [probe] : []))).size
    expect(findings[0]?.message).toMatch(new RegExp(`: ${sent} of ${sent} requests$`))
  })
})

describe('O1: 501 is one finding', () => {
  const toAll = () => true
  const behindTheKey = ({ credential }: Probe) => credential !== 'none'
  test.for([
    ['POST /api/team/general/create', toAll],
    ['POST /api/team/general/create', behindTheKey],
    [embed, toAll],
    [embed, behindTheKey],
    [choice, toAll],
  ] as const)('%s', ([id, isIt]) => {
    const answers = (asked: Probe): ProbeReply | undefined =>
      asked.operation === id && isIt(asked) ? [501, 501] : undefined
    const { findings } = play({ operations: [id], answers })
    const told = findings.filter(({ verdict }) => verdict === 'violation').map(({ check }) => check)
    expect(told).toEqual(['catalog.reachable'])
    expect(verdictOn(id, 'errors.server-error', { answers })).toBe('inconclusive not-implemented')
  })

  test('but an operation that also answers otherwise fails on that input', () => {
    const answers = (asked: Probe): ProbeReply | undefined => (asked.body.base === 'not-json' ? [501, 501] : undefined)
    expect(verdictOn(embed, 'request.malformed-json', { answers })).toBe('violation server-error')
  })
})
