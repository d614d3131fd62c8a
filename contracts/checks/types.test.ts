import { describe, expect, test } from 'vitest'
import { severities } from '../../evidence/causes/row.ts'
import { severityOf } from '../../evidence/causes.ts'
import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import { choice, embed, listing, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { envelope, type ProbeReply, refusedAndServed } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const isControl = ({ body, query, value }: Probe) =>
  body.change === undefined &&
  query.set.length === 0 &&
  value === 'known' &&
  /^(none|empty-object|embed-|choice-)/.test(body.base)

/** Broken copies get `reply`, their controls get `control`. Requests that teach the place of the code conform. */
const broken = (operation: OperationId, reply: ProbeReply, control?: ProbeReply): Scene => ({
  answers: (probe) => {
    const own = operation === choice ? probe.credential === 'none' : probe.credential === 'eligible'
    if (probe.operation !== operation || !own || probe.value !== 'known') return undefined
    if (isControl(probe)) return control
    return probe.query.set.some(([name, text]) => name === 'limit' || !text.endsWith('word')) ? undefined : reply
  },
  operations: [operation, listing, choice],
})
const subjects = [
  [embed, 'request.field-type:name'],
  [embed, 'request.field-type:options[].color'],
  [embed, 'request.malformed-json'],
  [listing, 'request.query-type:offset'],
] as const

describe('O7a: a wrong type that is accepted', () => {
  /** Embed creation serves these changes; the rest conforms. */
  const serving = (served: readonly string[]): Scene => ({
    answers: ({ body: { change }, operation }) =>
      operation === embed && change !== undefined && served.includes(`${change.path} ${change.to}`) ? 200 : undefined,
  })
  test.for([
    ['a number for a text', 'name', ['name number'], 'violation type-coerced'],
    ['a word for a boolean', 'showBranding', ['showBranding string'], 'violation type-coerced'],
    ['a boolean for a text within an item', 'options[].text', ['options[].text boolean'], 'violation type-coerced'],
    ['an object for a text', 'name', ['name object'], 'violation invalid-accepted'],
    ['a number and an object for a text', 'name', ['name number', 'name object'], 'violation invalid-accepted'],
    ['a text for an object', 'config', ['config string'], 'violation invalid-accepted'],
    ['a number for a list', 'options', ['options number'], 'violation invalid-accepted'],
  ] as const)('%s', ([, member, served, verdict]) => {
    expect(verdictOn(embed, `request.field-type:${member}`, serving(served))).toBe(verdict)
  })

  test('is least severe where a scalar is coerced', () => {
    expect(severityOf('type-coerced')).toBe(severities.at(-1))
  })
})

describe('O7a: a request broken in one place, where statuses are shown', () => {
  test.for([
    ['400 invalid_request', 400, 200, 'pass as-documented'],
    ['served', 200, 200, 'violation invalid-accepted'],
    ['served although no control is', 201, 404, 'violation invalid-accepted'],
    ['served behind the refusal', refusedAndServed(400), 200, 'violation invalid-accepted'],
    ['400 with another code', '400 not_found', 200, 'violation not-refused-as-invalid'],
    ['400 without a code', '400 -', 200, 'violation not-refused-as-invalid'],
    ['422 invalid_request', '422 invalid_request', 200, 'violation not-refused-as-invalid'],
    ['404', 404, 200, 'violation not-refused-as-invalid'],
    ['401', 401, 200, 'inconclusive credential-refused'],
    ['403', 403, 200, 'inconclusive credential-refused'],
    ['refused like the control', 404, 404, 'inconclusive control-refused'],
    ['invalid_request like the control', 400, 400, 'inconclusive control-refused'],
    ['plainly different from the control', 400, 404, 'pass as-documented'],
    ['another code than the control', 400, '400 name_taken', 'pass as-documented'],
    ['another refusal, and no control succeeds', 409, 404, 'inconclusive no-control'],
    ['another refusal, and the control was limited', 409, 429, 'inconclusive no-control'],
  ] as const)('%s', ([, reply, control, verdict]) => {
    for (const [operation, check] of subjects) {
      expect(verdictOn(operation, check, broken(operation, reply, control)), check).toBe(verdict)
    }
  })

  test.for([
    [
      'a member that the account may not use',
      embed,
      'request.field-type:revShareEnabled',
      { status: 409, sent: '{"revShareEnabled":true}' },
    ],
    ['a parameter that names what is not there', listing, 'request.query-type:tournament', 404],
  ] as const)('%s is refused like something well typed in its place', ([, operation, check, reply]) => {
    const name = check.split(':')[1] ?? ''
    const holds = ({ body, query }: Probe) =>
      query.set.some(([own]) => own === name) ||
      body.change?.path === name ||
      (body.change === undefined && /^embed-(full|vouched|other|plain)$/.test(body.base))
    const always = (but: (probe: Probe) => boolean): Scene => ({
      operations: [operation, listing, choice],
      answers: (probe) =>
        probe.operation === operation && probe.credential === 'eligible' && holds(probe) && !but(probe)
          ? reply
          : undefined,
    })
    expect(
      verdictOn(
        operation,
        check,
        always(() => false),
      ),
    ).toBe('inconclusive control-refused')
    if (operation === embed) return
    const isGood = ({ query }: Probe) => query.set.some(([, text]) => text === '10')
    expect(verdictOn(operation, check, always(isGood))).toBe('inconclusive control-refused')
  })

  test('a copy of what may exist only once is no violation where the same is refused alike when asked again', () => {
    const taken =
      (again: ProbeReply | undefined) =>
      ({ operation, credential, body: { base, change } }: Probe): ProbeReply | undefined => {
        if (operation !== embed || credential !== 'eligible' || !base.startsWith('embed-vouched')) return undefined
        if (base === 'embed-vouched-idempotent') return again
        return change === undefined ? undefined : '409 name_taken'
      }
    const known = { vouched: { embedBody: { name: 'Only one' }, choiceBody: null, detailsQuery: null } }
    for (const check of ['request.field-type:title', 'errors.listed'] as const) {
      const said = (again: ProbeReply | undefined) => verdictOn(embed, check, { known, answers: taken(again) })
      expect(said('409 name_taken'), check).toMatch(/^(inconclusive control-refused|pass as-documented)$/)
      expect(said(undefined), check).toMatch(/^violation /)
      expect(said('409 other'), check).toMatch(/^violation /)
    }
  })

  test.for([
    ['alike', 400, 'inconclusive control-refused'],
    ['otherwise', { status: 400, json: { code: 'invalid_request', message: 'It is full' } }, 'pass as-documented'],
    ['not at all', 200, 'pass as-documented'],
  ] as const)('400 invalid_request, and after the last success a whole request is refused %s', ([, whole, verdict]) => {
    const answers = ({ operation, credential, purpose }: Probe): ProbeReply | undefined => {
      if (operation !== embed || credential !== 'eligible') return undefined
      if (purpose === 'vouched') return { status: 200, json: envelope, startedAt: 1 }
      return purpose === 'control' ? whole : 400
    }
    const known = { vouched: { embedBody: { name: 'The last one' }, choiceBody: null, detailsQuery: null } }
    expect(verdictOn(embed, 'request.field-type:title', { known, answers })).toBe(verdict)
  })

  test('two codes in places that were not learned are inconclusive', () => {
    const reply = { status: 400, json: { a: 'invalid_request', b: 'not_found' } }
    expect(verdictOn(embed, 'request.field-type:name', broken(embed, reply, 200))).toBe('inconclusive code-unclear')
  })

  test('each member is asked once with each wrong type, and null is not one', () => {
    const { plan } = play({ operations: [embed, choice], checks: ['request.field-type'] })
    const types = (sub: string, operation: OperationId) => {
      const question = plan.questions.find((one) => one.sub === sub && one.operation === operation)
      const probes = plan.entries.filter(({ probe }) => question?.probes.includes(probe.id))
      return [...new Set(probes.map(({ probe }) => `${probe.body.change?.path} ${probe.body.change?.to}`))].sort()
    }
    expect(types('config.selector', embed)).toEqual(
      ['array', 'boolean', 'number', 'object'].map((to) => `config.selector ${to}`),
    )
    expect(types('options', embed)).toEqual(['boolean', 'number', 'object', 'string'].map((to) => `options ${to}`))
    expect(types('showBranding', embed)).toEqual(
      ['array', 'number', 'object', 'string'].map((to) => `showBranding ${to}`),
    )
    expect(types('choiceData', choice)).toEqual(
      ['array', 'boolean', 'number', 'string'].map((to) => `choiceData ${to}`),
    )
    expect(plan.questions.filter(({ operation }) => operation === embed)).toHaveLength(23)
    expect(plan.questions.filter(({ operation }) => operation === choice)).toHaveLength(4)
  })

  test('a word for a boolean is no number', () => {
    const answers = ({ query }: Probe) => (query.set.some(([, value]) => value === 'true') ? 200 : undefined)
    expect(verdictOn(listing, 'request.query-type:nowlive', { answers })).toBe('violation invalid-accepted')
    expect(verdictOn(listing, 'request.query-type:limit', { answers })).toBe('pass as-documented')
  })

  test('a string parameter has no wrong type on the wire', () => {
    const { plan } = play({ operations: [listing], checks: ['request.query-type'] })
    expect(plan.questions.map(({ sub }) => sub)).toEqual([
      'newest',
      'updated',
      'nearlive',
      'nowlive',
      'postlive',
      'tournament',
      'offset',
      'limit',
    ])
    expect(verdictOn(embed, 'request.query-type:limit')).toBe('not planned')
    expect(verdictOn(listing, 'request.field-type:limit')).toBe('not planned')
  })

  test('broken copies are made of the control that succeeded', () => {
    const answers = ({ credential, body }: Probe) => {
      if (credential !== 'eligible' || body.base === 'not-json') return undefined
      if (body.change === undefined) return body.base === 'embed-few' ? 200 : 400
      return body.base === 'embed-few' && body.change.path === 'name' ? 200 : 400
    }
    expect(verdictOn(embed, 'request.field-type:name', { answers })).toBe('violation invalid-accepted')
    expect(verdictOn(embed, 'request.field-type:title', { answers })).toBe('pass as-documented')
  })

  test('the safe policy bars wrong types, and leaves a body that is not JSON', () => {
    const facts = { policy: 'safe' } as const
    expect(verdictOn(embed, 'request.field-type:name', { facts })).toBe('not-exercised policy-keyed-write')
    expect(verdictOn(choice, 'request.field-type:choiceData', { facts })).toBe('not-exercised policy-readable-body')
    expect(verdictOn(embed, 'request.malformed-json', { facts })).toBe('inconclusive credential-refused')
  })
})

describe('O7a: on the audience choice the code is asserted, with any status outside 2xx', () => {
  test.for([
    ['400 invalid_request', 400, 200, 'pass as-documented'],
    ['422 invalid_request', '422 invalid_request', 200, 'pass as-documented'],
    ['409 invalid_request', '409 invalid_request', 404, 'pass as-documented'],
    ['served', 202, 200, 'violation invalid-accepted'],
    ['400 without a code', '400 -', 200, 'violation not-refused-as-invalid'],
    ['404 not_found', 404, 200, 'violation not-refused-as-invalid'],
    ['404 not_found like the control', 404, 404, 'inconclusive control-refused'],
    ['401', 401, 200, 'inconclusive credential-refused'],
  ] as const)('%s', ([, reply, control, verdict]) => {
    for (const check of ['request.field-type:choiceData.reason', 'request.malformed-json'] as const) {
      expect(verdictOn(choice, check, broken(choice, reply, control)), check).toBe(verdict)
    }
  })

  test('broken copies are made of the vouched choice where there is one', () => {
    const known = { vouched: { embedBody: null, choiceBody: { choiceData: {} }, detailsQuery: null } }
    const answers = ({ body }: Probe) => (body.base === 'choice-vouched' && body.change !== undefined ? 200 : undefined)
    expect(verdictOn(choice, 'request.field-type:choiceData', { answers, known })).toBe('violation invalid-accepted')
    expect(verdictOn(choice, 'request.field-type:choiceData', { answers })).toBe('pass as-documented')
  })
})

describe('O7a: a body that is no JSON object', () => {
  test.for(['not-json', 'cut-json', 'json-array', 'json-string', 'json-number'])('%s', (base) => {
    const answers = ({ body }: Probe) => (body.base === base ? 200 : undefined)
    expect(verdictOn(embed, 'request.malformed-json', { answers })).toBe('violation invalid-accepted')
    expect(verdictOn(choice, 'request.malformed-json', { answers })).toBe('violation invalid-accepted')
  })

  test.for([
    [404, 'inconclusive control-refused'],
    [200, 'violation not-refused-as-invalid'],
  ] as const)('404 not_found, where a choice with all its members got %i', ([whole, verdict]) => {
    const of: Readonly<Record<string, number>> = {
      'not-json': 404,
      'cut-json': 404,
      'choice-full': whole,
      'empty-object': 200,
    }
    const answers = ({ operation, body, value }: Probe) =>
      operation === choice && value === 'known' && body.change === undefined ? of[body.base] : undefined
    const checks = ['request.malformed-json', 'request.valid', 'not-found.resource'] as const
    expect(verdictOn(choice, 'request.malformed-json', { answers, checks })).toBe(verdict)
  })

  test.for(['json-null', 'json-boolean', 'empty'])('%s is odd, not wrong', (base) => {
    const answers = ({ body }: Probe) => (body.base === base ? 200 : undefined)
    const checks = ['request.malformed-json', 'request.odd-input', 'envelope.status'] as const
    expect(verdictOn(embed, 'request.malformed-json', { answers, checks })).toBe('pass as-documented')
  })

  test('a server error that comes again is a violation here too', () => {
    const answers = ({ body }: Probe) => (body.base === 'json-number' ? ([500, 500] as const) : undefined)
    expect(verdictOn(embed, 'request.malformed-json', { answers })).toBe('violation server-error')
  })
})

describe('O7b: a body that is not JSON, wherever a body is read', () => {
  const create = 'POST /api/team/general/create'
  const unreadable = (reply: ProbeReply, credential = 'eligible'): Scene => ({
    answers: ({ operation, body, credential: own }) =>
      operation === create && body.base === 'not-json' && own === credential ? reply : undefined,
  })
  test.for([
    ['400 invalid_request with the key', unreadable(400), 'pass as-documented'],
    ['422 invalid_request', unreadable('422 invalid_request'), 'undocumented observed'],
    ['400 without a code', unreadable('400 -'), 'undocumented observed'],
    ['served', unreadable(200), 'undocumented observed'],
    ['a server error that comes again', unreadable([500, 500]), 'violation server-error'],
    ['the same without a key', unreadable([502, 502], 'none'), 'violation server-error'],
    ['a server error once', unreadable([500, 400]), 'pass as-documented'],
    ['a limit', unreadable(429), 'inconclusive limited'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(create, 'request.malformed-json', scene)).toBe(verdict)
  })

  test('only POST and PUT are asked, with the key only where the policy allows', () => {
    expect(verdictOn('PUT /api/team/general/update', 'request.malformed-json')).toBe('pass as-documented')
    expect(verdictOn('GET /api/team/general/all', 'request.malformed-json')).toBe('not planned')
    expect(verdictOn('DELETE /api/pages/leads/delete', 'request.malformed-json')).toBe('not planned')
    expect(verdictOn(create, 'request.malformed-json', { facts: { policy: 'safe' } })).toBe('undocumented observed')
    const keyless = {
      answers: ({ credential }: Probe) => (credential === 'none' ? 400 : undefined),
      facts: { policy: 'safe' } as const,
    }
    expect(verdictOn(create, 'request.malformed-json', keyless)).toBe('undocumented observed')
  })
})
