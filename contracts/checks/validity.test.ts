import { describe, expect, test } from 'vitest'
import { because } from '../../evidence/judgement.ts'
import { choice, embed, listing, noIds, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { envelope, type ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const vouched = {
  known: { vouched: { embedBody: { name: 'n' }, choiceBody: { choiceData: {} }, detailsQuery: 'limit=3' } },
}
const team = 'GET /api/team/general/all'

/** The eligible key gets `reply` to every request without a change and without a query. */
const control = (reply: ProbeReply): Scene => ({
  answers: ({ credential, body, query }) =>
    credential === 'eligible' && body.change === undefined && query.set.length === 0 ? reply : undefined,
})

const served = { status: 200, json: envelope }
const refused = { status: 400, json: { code: 'invalid_request' } }

describe('O6a: a request that the specification makes valid is not refused as invalid_request', () => {
  test.for([
    ['served', 200, 'pass accepted'],
    ['refused as invalid_request', 400, 'violation valid-refused'],
    ['400 with another code', '400 bad', 'violation valid-refused'],
    ['404', 404, 'inconclusive not-accepted'],
    ['409', 409, 'inconclusive not-accepted'],
    ['406, whatever JSON is asked for', 406, 'violation headers-refused'],
    ['415, though it has no body', 415, 'inconclusive not-accepted'],
    ['422 invalid_request', '422 invalid_request', 'violation valid-refused'],
    ['422 with another code', '422 bad', 'inconclusive not-accepted'],
    ['a limit', 429, 'not-exercised limited'],
    ['silence', 'silence', 'inconclusive no-answer'],
  ] as const)('the listing without a query: %s', ([, reply, verdict]) => {
    expect(verdictOn(listing, 'request.valid', control(reply))).toBe(verdict)
  })

  test.for([
    ['served', 200, 'pass accepted'],
    ['served with 202', 202, 'pass accepted'],
    ['400 invalid_request', 400, 'violation valid-refused'],
    ['422 invalid_request', '422 invalid_request', 'violation valid-refused'],
    ['404 not_found', 404, 'inconclusive known-not-found'],
    ['401', 401, 'inconclusive not-accepted'],
  ] as const)('a choice with {}: %s', ([, reply, verdict]) => {
    const answers = ({ operation, body, value }: Probe) =>
      operation === choice && value === 'known' && body.base === 'empty-object'
        ? reply
        : operation === choice && value === 'known'
          ? 404
          : undefined
    expect(verdictOn(choice, 'request.valid', { answers, operations: [choice, listing] })).toBe(verdict)
  })

  test('a later body that other checks ask for says nothing once a body was served', () => {
    const answers = ({ operation, credential, body }: Probe) => {
      if (operation !== embed || credential !== 'eligible') return undefined
      if (body.base === 'embed-other') return 401
      return body.change === undefined ? 200 : 400
    }
    const { outcomes } = play({ operations: [embed], answers })
    const others = [...outcomes.values()].filter(({ probe }) => probe.body.base === 'embed-other' && probe.nth === 0)
    expect(others.some(({ kind }) => kind === 'answer')).toBe(true)
    expect(verdictOn(embed, 'request.valid', { answers, operations: [embed] })).toBe('pass accepted')
  })

  test.for([
    ['415 refuses the content type that is shown', 415, 'violation headers-refused'],
    ['406 may be a firewall that dislikes the body', 406, 'inconclusive not-accepted'],
  ] as const)('a creation: %s', ([, reply, verdict]) => {
    expect(verdictOn(embed, 'request.valid', control(reply))).toBe(verdict)
  })

  test.for([
    ['counts as a second choice', 400, 'inconclusive not-accepted'],
    ['is refused for itself where later ones are served', 200, 'violation valid-refused'],
  ] as const)('a choice with {} that is refused after another was served %s', ([, later, verdict]) => {
    const answers = ({ operation, body, value, credential, purpose }: Probe) => {
      if (operation !== choice || value !== 'known') return undefined
      if (purpose === 'valid') return { ...refused, startedAt: 2 }
      const isFirst = credential === 'eligible' && body.base === 'empty-object'
      return isFirst ? { ...served, startedAt: 1 } : { ...(later === 200 ? served : refused), startedAt: 3 }
    }
    expect(verdictOn(choice, 'request.valid', { answers })).toBe(verdict)
  })

  test.for([
    ['the user', undefined, 'pass accepted'],
    ['nobody', '{}', 'violation valid-refused'],
  ] as const)('a choice with {} that is refused as a second one, where later ones name %s', ([, sent, verdict]) => {
    const answers = ({ operation, body, value, credential, purpose }: Probe) => {
      if (operation !== choice || value !== 'known') return undefined
      if (purpose === 'valid') return { ...refused, startedAt: 2 }
      if (['empty-object', 'none'].includes(body.base))
        return { ...(credential === 'eligible' ? served : refused), startedAt: 1 }
      const named = sent ?? '{"choiceData":{"userId":"u-1"}}'
      return { ...served, sent: named, startedAt: 3 }
    }
    expect(verdictOn(choice, 'request.valid', { answers })).toBe(verdict)
  })

  test('a choice with members may be refused: which values are allowed is not shown', () => {
    const answers = ({ operation, body, value }: Probe) =>
      operation === choice && value === 'known' ? (body.base === 'choice-full' ? 400 : 404) : undefined
    expect(verdictOn(choice, 'request.valid', { answers })).toBe('inconclusive known-not-found')
  })

  test('one accepted control of embed creation is enough, and none is inconclusive', () => {
    const accepts = (base: string): Scene => ({
      answers: ({ credential, body }) => (credential === 'eligible' ? (body.base === base ? 200 : 400) : undefined),
    })
    for (const base of ['embed-full', 'embed-other', 'embed-plain', 'embed-few', 'empty-object']) {
      expect(verdictOn(embed, 'request.valid', accepts(base)), base).toBe('pass accepted')
    }
    expect(verdictOn(embed, 'request.valid', accepts('none'))).toBe('inconclusive not-accepted')
  })

  test('without a known placement nothing is asserted of the choice', () => {
    expect(verdictOn(choice, 'request.valid', { known: { ids: noIds } })).toBe('not-exercised no-known-placement')
  })

  test('nor of operations that are not detailed', () => {
    expect(verdictOn(team, 'request.valid')).toBe('not planned')
  })
})

describe('O6a: what the settings vouch for is not refused', () => {
  test.for([
    [embed, 'embed-vouched'],
    [choice, 'choice-vouched'],
  ] as const)('%s', ([operation, base]) => {
    const answers = ({ body, value }: Probe) => (value === 'known' && body.base === base ? 400 : undefined)
    const { findings } = play({ operations: [operation], checks: ['request.valid'], answers, ...vouched })
    const [finding] = findings.filter(({ check }) => check === 'request.valid')
    expect(finding).toMatchObject({ verdict: 'violation', cause: 'vouched-refused' })
    expect(verdictOn(operation, 'request.valid', { answers })).toBe('pass accepted')
  })

  test('the vouched query of the listing', () => {
    const answers = ({ query }: Probe) => (query.base === 'vouched' ? 400 : undefined)
    const { findings } = play({ operations: [listing], checks: ['request.valid'], answers, ...vouched })
    expect(findings[0]).toMatchObject({ verdict: 'violation', cause: 'vouched-refused' })
    expect(verdictOn(listing, 'request.valid', { answers })).toBe('pass accepted')
  })

  test('no setting is blamed where the specification makes the request valid', () => {
    const { findings } = play({ operations: [listing], checks: ['request.valid'], ...control(400) })
    expect(findings[0]?.cause).toBe('valid-refused')
  })
})

describe('O6b: a type that is refused with every value', () => {
  test('is no violation for a parameter of the vouched query that is served', () => {
    const refusing = (name: string): Scene => ({
      answers: ({ query }) =>
        query.base === 'vouched' ? 200 : query.set.some(([own]) => own === name) ? 400 : undefined,
      ...vouched,
    })
    expect(verdictOn(listing, 'request.valid:limit', refusing('limit'))).toBe('pass accepted')
    expect(verdictOn(listing, 'request.valid:offset', refusing('offset'))).toBe('violation documented-type-refused')
  })

  test('says nothing where the listing without a query is refused as well, whatever the settings vouch for', () => {
    const answers = ({ query }: Probe) => (query.base === 'vouched' ? 200 : query.set.length > 0 ? 400 : undefined)
    const [served, refusedToo] = [vouched, { ...vouched, answers: (one: Probe) => answers(one) ?? 400 }]
    expect(verdictOn(listing, 'request.valid:newest', { ...served, answers })).toBe('violation documented-type-refused')
    expect(verdictOn(listing, 'request.valid:newest', refusedToo)).toBe('inconclusive not-accepted')
  })

  test('no value that is answered is no refusal', () => {
    const answers = ({ query }: Probe) => (query.set.some(([name]) => name === 'newest') ? 'large' : undefined)
    expect(verdictOn(listing, 'request.valid:newest', { answers })).toBe('inconclusive no-answer')
  })

  const sub = 'request.valid:limit'
  const number = (values: Readonly<Record<string, ProbeReply>>, plain: ProbeReply = 200): Scene => ({
    answers: ({ credential, query }) => {
      if (credential !== 'eligible' || query.set.some(([, value]) => value.endsWith('word'))) return undefined
      const own = query.set.find(([name]) => name === 'limit')
      return own === undefined ? plain : (values[own[1]] ?? 400)
    },
  })
  test.for([
    ['all refused', number({}), 'violation documented-type-refused'],
    ['400 with another code as well', number({ 0: '400 bad' }), 'violation documented-type-refused'],
    ['0 accepted', number({ 0: 200 }), 'pass accepted'],
    ['1 accepted', number({ 1: 200 }), 'pass accepted'],
    ['10 accepted', number({ 10: 204 }), 'pass accepted'],
    ['24 accepted, where pages have 12, 24 or 48', number({ 24: 200 }), 'pass accepted'],
    ['60 accepted, where minutes go in quarters of an hour', number({ 60: 200 }), 'pass accepted'],
    ['a time stamp accepted', number({ 1767225600: 200 }), 'pass accepted'],
    ['one refused otherwise', number({ 10: 404 }), 'inconclusive not-accepted'],
    ['one limited', number({ 10: 429 }), 'inconclusive not-accepted'],
    ['and the same without it', number({}, 400), 'inconclusive not-accepted'],
    ['the key refused with each, and served without it', number({ 0: 401, 1: 401 }), 'violation eligible-key-refused'],
    ['the key refused once', number({ 0: 401, 1: 200 }), 'violation eligible-key-refused'],
    ['the key refused with each, and without it', number({ 0: 401, 1: 401 }, 401), 'inconclusive not-accepted'],
    ['forbidden: the key may lack the permission', number({ 0: 403, 1: 403 }), 'inconclusive not-accepted'],
  ] as const)('a number: %s', ([, scene, verdict]) => {
    expect(verdictOn(listing, sub, scene)).toBe(verdict)
  })

  test('each of the eight number parameters has its question, and no text', () => {
    const { plan } = play({ operations: [listing], checks: ['request.valid'] })
    const subs = plan.questions.map((question) => question.sub)
    expect(subs).toEqual([
      null,
      'header-in-lower-case',
      'newest',
      'updated',
      'nearlive',
      'nowlive',
      'postlive',
      'tournament',
      'offset',
      'limit',
    ])
    expect(plan.questions.slice(2).map(({ probes }) => probes.length)).toEqual(Array(8).fill(10))
  })

  const boolean = (
    values: Readonly<Record<string, ProbeReply>>,
    plain: ProbeReply = 200,
    whole: ProbeReply = 400,
  ): Scene => ({
    answers: ({ credential, body }) => {
      if (credential !== 'eligible' || body.base === 'not-json') return undefined
      if (body.base === 'embed-other') return whole
      return body.change?.path === 'showBranding' ? (values[body.change.to] ?? 200) : plain
    },
    operations: [embed],
  })
  /** These values were not sent, for lack of time. */
  const unsentBut = (values: Readonly<Record<string, ProbeReply>>, unsent: readonly string[]): Scene => ({
    ...boolean(values),
    unsent: ({ body: { change } }) =>
      change?.path === 'showBranding' && unsent.includes(change.to) ? because('out-of-time') : undefined,
  })
  test.for([
    ['both refused', boolean({ true: 400, false: 400 }), 'violation documented-type-refused'],
    [
      'both refused beside the control, and served beside all others',
      boolean({ true: 400, false: 400 }, 200, 200),
      'pass accepted',
    ],
    [
      'both refused beside the control, and refused otherwise beside all others',
      boolean({ true: 400, false: 400 }, 200, 409),
      'inconclusive not-accepted',
    ],
    [
      'the key refused beside all others',
      boolean({ true: 400, false: 400 }, 200, 401),
      'violation eligible-key-refused',
    ],
    ['neither sent, and refused beside all others', unsentBut({}, ['true', 'false']), 'not-exercised out-of-time'],
    ['one refused, the other not sent', unsentBut({ true: 400 }, ['false']), 'inconclusive not-accepted'],
    ['true accepted', boolean({ false: 400 }), 'pass accepted'],
    ['false accepted', boolean({ true: 400 }), 'pass accepted'],
    ['both refused, and so without it', boolean({ true: 400, false: 400, absent: 400 }), 'inconclusive not-accepted'],
    ['one refused otherwise', boolean({ true: 400, false: 409 }), 'inconclusive not-accepted'],
    ['the key refused', boolean({ true: 401, false: 200 }), 'violation eligible-key-refused'],
    ['no control succeeded', boolean({ true: 400, false: 400, absent: 400 }, 400), 'inconclusive not-accepted'],
  ] as const)('a boolean: %s', ([, scene, verdict]) => {
    expect(verdictOn(embed, 'request.valid:showBranding', scene)).toBe(verdict)
  })

  test('a request that was not sent gives the reason', () => {
    const unsent = () => because('out-of-time')
    expect(verdictOn(listing, sub, { unsent })).toBe('not-exercised out-of-time')
    expect(verdictOn(listing, 'request.valid', { unsent })).toBe('not-exercised out-of-time')
  })
})

describe('O2: the name of the header in lower case, as HTTP/2 and many clients send it', () => {
  const scene = (lower: ProbeReply, again: ProbeReply = 200, plain: ProbeReply = 200): Scene => ({
    answers: ({ credential, nth }) =>
      credential === 'eligible:lower-case-name'
        ? lower
        : credential === 'eligible'
          ? nth > 1
            ? again
            : plain
          : undefined,
    checks: ['request.valid'],
  })
  test.for([
    ['served', scene(200), 'pass accepted'],
    ['refused, and served by the other name right after it', scene(401), 'violation eligible-key-refused'],
    ['refused, and so by the other name by now', scene(401, 401), 'inconclusive not-accepted'],
    ['refused, and the other name met a limit', scene(401, 429), 'inconclusive not-accepted'],
    ['refused otherwise', scene(404), 'inconclusive not-accepted'],
    ['forbidden', scene(403), 'inconclusive not-accepted'],
    ['a limit', scene(429), 'not-exercised limited'],
    ['no success by the plain name', scene(401, 401, 404), 'not-exercised not-arisen'],
  ] as const)('%s', ([, own, verdict]) => {
    expect(verdictOn(listing, 'request.valid:header-in-lower-case', own)).toBe(verdict)
  })
})
