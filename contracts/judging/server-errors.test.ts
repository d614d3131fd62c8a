import { describe, expect, test } from 'vitest'
import { choice, embed, play, verdictOn } from '../../trust/fabricated/contracts.ts'
import type { ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

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

  test('but one that answers something else as well breaks on what it gets', () => {
    const answers = (asked: Probe): ProbeReply | undefined => (asked.body.base === 'not-json' ? [501, 501] : undefined)
    expect(verdictOn(embed, 'request.malformed-json', { answers })).toBe('violation server-error')
  })
})
