import { describe, expect, test } from 'vitest'
import { because } from '../evidence/judgement.ts'
import {
  allKnown,
  choice,
  conforming,
  embed,
  listing,
  type Played,
  play,
  type Scene,
} from '../trust/fabricated/contracts.ts'
import { exchangesFor } from '../trust/fabricated/exchanges.ts'
import { judge } from './judge.ts'
import type { Probe } from './probe.ts'

const team = 'GET /api/team/general/all'

const verdictsOf = ({ findings }: Pick<Played, 'findings'>) =>
  Object.fromEntries(
    findings.map(({ check, operation, verdict, cause }) => [`${check} ${operation}`, `${verdict} ${cause}`]),
  )

describe('O10: the own key is refused everywhere', () => {
  const ownKey = ({ credential }: Probe) => /^eligible$|^ineligible-origin$|^elsewhere:/.test(credential)
  const refused: Scene = {
    answers: (probe) => (ownKey(probe) && probe.operation !== choice ? 401 : undefined),
    operations: [listing, embed, team],
  }

  test('one finding says so, and no question that needs the key is exercised', () => {
    const played = play(refused)
    const findings = verdictsOf(played)
    expect(played.learned.keyRefused).toBe(true)
    expect(findings[`request.valid ${listing}`]).toBe('inconclusive own-credential-refused')
    expect(
      played.findings.filter(({ verdict, cause }) => verdict !== 'not-exercised' && cause === 'own-credential-refused'),
    ).toHaveLength(1)
    for (const check of [
      'envelope.status',
      'envelope.schema',
      'request.malformed-json',
      'auth.ineligible-origin',
      'auth.header-only:query',
      'auth.header-only:authorization',
    ]) {
      expect(findings[`${check} ${embed}`], check).toBe('not-exercised own-credential-refused')
    }
    expect(findings[`auth.ineligible-origin ${team}`]).toBe('not-exercised own-credential-refused')
    expect(findings[`auth.missing-credential ${team}`]).toBe('pass as-documented')
    expect(findings[`auth.ineligible-account ${listing}`]).toBe('pass as-documented')
    expect(played.findings.filter(({ verdict }) => verdict === 'violation')).toEqual([])
  })

  test('there is no violation where all keys are of another environment and refused', () => {
    const played = play({
      ...refused,
      answers: ({ operation }) => (operation === null || operation === choice ? undefined : 401),
    })
    expect(played.findings.filter(({ verdict }) => verdict === 'violation')).toEqual([])
    expect(verdictsOf(played)[`auth.ineligible-account ${embed}`]).toBe('inconclusive refused-like-the-key')
  })

  test('embed creation says so where the listing was not selected', () => {
    const alone = play({ ...refused, operations: [embed] })
    expect(verdictsOf(alone)[`request.valid ${embed}`]).toBe('inconclusive own-credential-refused')
    expect(alone.findings.find(({ check }) => check === 'request.valid')?.exchanges).not.toHaveLength(0)
  })

  test.for([
    [
      'accepted by one shown operation',
      ({ operation, credential }: Probe) => (operation === embed && credential === 'eligible' ? 401 : undefined),
    ],
    [
      'accepted by a protected operation',
      (probe: Probe) => (ownKey(probe) && probe.operation !== team && probe.operation !== choice ? 401 : undefined),
    ],
  ] as const)('not where it is %s', ([, answers]) => {
    const played = play({ ...refused, answers })
    expect(played.learned.keyRefused).toBe(false)
    expect(verdictsOf(played)[`request.valid ${embed}`]).toBe('violation eligible-key-refused')
  })

  test('an open operation that serves the key does not accept it', () => {
    const answers = (probe: Probe) => (probe.operation === team ? 200 : refused.answers?.(probe))
    expect(play({ ...refused, answers }).learned.keyRefused).toBe(true)
  })

  test.for([405, '404 -', 500] as const)('a shown operation that answers %s to anyone accepts no key', (reply) => {
    const answers = (probe: Probe) => (probe.operation === listing ? reply : refused.answers?.(probe))
    const played = play({ ...refused, answers })
    expect(played.learned.keyRefused).toBe(true)
    expect(verdictsOf(played)[`request.valid ${listing}`]).toBe('inconclusive own-credential-refused')
    expect(verdictsOf(played)[`request.valid ${embed}`]).toBe('not-exercised own-credential-refused')
  })

  test.for([
    ['is no JSON', /^(not|cut)-json$/],
    ['is no object or list', /^((not|cut)-json|json-(null|string|number|boolean))$/],
    ['is not called JSON, too long or of a wrong type', /with/],
  ] as const)('a reader that refuses what %s, before the key, does not accept the key', ([, refuses]) => {
    const written = 'DELETE /api/pages/general/delete'
    const isOf = ({ body, query }: Probe) =>
      `${body.base}${body.change || body.contentType || query.set.length > 0 ? ' with' : ''}`
    const answers = (probe: Probe) => {
      const isRefused = refuses.test(isOf(probe)) && !['control', 'valid', 'plain'].includes(probe.purpose)
      return isRefused ? (probe.body.contentType === undefined ? 400 : 415) : refused.answers?.(probe)
    }
    const played = play({ operations: [listing, embed, written], answers })
    expect(played.plan.entries.some(({ probe }) => probe.operation === written && probe.body.base === 'not-json')).toBe(
      true,
    )
    expect(played.learned.keyRefused).toBe(true)
    expect(played.findings.filter(({ verdict }) => verdict === 'violation')).toEqual([])
  })
})

describe('O12: a target that was given up', () => {
  const gone = because('target-gone')
  const at = (startedAt: number) => ({ failure: { kind: 'reset' }, startedAt }) as const
  const allButTeam = ({ operation, body }: Probe) =>
    operation === team || (operation === listing && body.base === 'none') ? undefined : gone
  test('a failure after its last answer blames no operation', () => {
    const answers = ({ operation }: Probe) =>
      operation === team
        ? [at(2_000), at(3_000)]
        : { status: 401, json: { code: 'authentication_required' }, startedAt: 1_000 }
    const scene = { operations: [team, listing], checks: ['http.completes'], answers } as const
    expect(verdictsOf(play(scene))[`http.completes ${team}`]).toBe('violation no-answer-reset')
    expect(verdictsOf(play({ ...scene, unsent: allButTeam }))[`http.completes ${team}`]).toBe(
      'inconclusive no-answer-reset',
    )
  })

  test('nor does a failure while an answer to an earlier request was still on its way', () => {
    const answers = ({ operation }: Probe) =>
      operation === team ? [at(2_000), at(3_000)] : { status: 401, startedAt: 1_000, endMs: 5_000 }
    const played = play({ operations: [team, listing], checks: ['http.completes'], answers, unsent: allButTeam })
    expect(verdictsOf(played)[`http.completes ${team}`]).toBe('inconclusive no-answer-reset')
  })

  test('nor does a server error', () => {
    const down = { status: 503, startedAt: 5_000 }
    const answers = ({ operation }: Probe) => (operation === team ? [down, down] : { status: 401, startedAt: 1_000 })
    const scene = { operations: [team, listing], checks: ['errors.server-error'], answers } as const
    expect(verdictsOf(play(scene))[`errors.server-error ${team}`]).toBe('violation server-error')
    const unsent = ({ operation }: Probe) => (operation === null ? gone : undefined)
    const played = play({ ...scene, checks: ['errors.server-error', 'catalog.reachable'], unsent })
    expect(verdictsOf(played)[`errors.server-error ${team}`]).toBe('inconclusive server-error-stayed')
  })

  test('a failure right after the last request that was answered tells who ended the target', () => {
    const answers = ({ operation }: Probe) =>
      operation === team ? [at(500), at(1_050)] : { status: 401, startedAt: 1_000, endMs: 50 }
    const played = play({ operations: [team, listing], checks: ['http.completes'], answers, unsent: allButTeam })
    expect(verdictsOf(played)[`http.completes ${team}`]).toBe('violation no-answer-reset')
  })
})

describe('a recording', () => {
  test('an exchange that no entry asked for changes nothing', () => {
    const { plan, exchanges, findings } = play({ operations: [team], checks: ['http.completes'] })
    const [first] = plan.entries
    const stranger = first === undefined ? [] : exchangesFor({ ...first.probe, id: 'ffffffffffff' }, ['reset', 'reset'])
    expect(judge({ plan, exchanges: [...exchanges, ...stranger], unsent: {} }).findings).toEqual(findings)
  })

  test('a plan that names an operation which it does not hold cannot be judged', () => {
    const { plan, exchanges } = play({ operations: [team], checks: ['http.completes'] })
    expect(() => judge({ plan: { ...plan, operations: [] }, exchanges, unsent: {} })).toThrow(
      `the plan names no operation ${team}`,
    )
  })
})

test('a finding says what was asked, what came, and how to ask it again', () => {
  const answers = (probe: Probe) =>
    probe.credential === 'none' && probe.operation === team ? '401 not_found' : conforming(probe)
  const { findings, plan } = play({ operations: [team], checks: ['auth.missing-credential'], answers })
  const [finding] = findings
  expect(finding).toMatchObject({
    check: 'auth.missing-credential',
    clause: '§5.2',
    operation: team,
    product: 'Teams',
    verdict: 'violation',
    expected: '401 authentication_required',
    reproduce: `curl -sS -i --path-as-is -X GET 'https://api.example.com/api/team/general/all'`,
  })
  expect(finding?.observed).toContain('not_found')
  expect(plan.facts.baseUrl).toBe(allKnown.baseUrl)
})
