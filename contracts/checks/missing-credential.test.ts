import { describe, expect, test } from 'vitest'
import { choice, embed, listing, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { envelope, type ProbeReply, refusedAndServed } from '../../trust/fabricated/exchanges.ts'
import { isOfKept, type Probe } from '../probe.ts'

/** Requests without a key get `reply`, those with the eligible key get `eligible`. */
const keyless = (reply: ProbeReply, eligible?: ProbeReply): Scene => ({
  answers: ({ credential, operation }) =>
    credential === 'none' && operation !== choice ? reply : credential === 'eligible' ? eligible : undefined,
})
const inEnvelope = JSON.stringify({ ...envelope, code: 'authentication_required' })
const refusedTwice = { status: 401, text: `${inEnvelope}\n${inEnvelope}`, type: 'text/plain' }
const team = 'GET /api/team/general/all'
const login = 'POST /api/account/general/login'

describe('O2a: no key, on the operations shown with it', () => {
  test.for([
    ['401 authentication_required', keyless(401), 'pass as-documented'],
    ['401 with another code', keyless('401 not_authorized'), 'violation wrong-code'],
    ['401 without a code', keyless('401 -'), 'violation code-missing'],
    ['401 with a text that is no code', keyless('401 Unauthorized'), 'violation wrong-code'],
    ['served', keyless(200), 'violation accepted-without-key'],
    ['served with 299', keyless(299), 'violation accepted-without-key'],
    ['the refusal under a status of success', keyless('200 authentication_required'), 'violation not-refused-as-401'],
    ['another refusal under it', keyless('200 not_authorized'), 'violation accepted-without-key'],
    ['served behind the refusal', keyless(refusedAndServed(401)), 'violation accepted-without-key'],
    ['served with the refusal in it', keyless({ status: 200, text: inEnvelope }), 'violation accepted-without-key'],
    ['refused twice, in the form of the envelope', keyless(refusedTwice), 'pass code-somewhere'],
    ['a redirect while the control succeeds', keyless(302), 'violation not-refused-as-401'],
    ['400 while the control succeeds', keyless(400), 'violation not-refused-as-401'],
    ['404 while the control succeeds', keyless(404), 'violation not-refused-as-401'],
    ['403 while the control succeeds', keyless(403), 'violation not-refused-as-401'],
    ['400 and so the control', keyless(400, 400), 'inconclusive refused-for-the-request'],
    ['404 and the control gets 400', keyless(404, 400), 'inconclusive refused-for-the-request'],
    ['403 like the control', keyless(403, 403), 'inconclusive refused-like-the-key'],
    ['403 and the control gets 400', keyless(403, 400), 'violation not-refused-as-401'],
    ['a limit', keyless(429), 'not-exercised limited'],
    ['a server error', keyless([503, 503]), 'inconclusive server-error'],
    ['a reset', keyless('reset'), 'inconclusive no-answer'],
  ] as const)('%s', ([, scene, verdict]) => {
    // Ten requests that all met a limit make one finding, which is inconclusive.
    const whole = verdict === 'not-exercised limited' ? 'inconclusive limited' : verdict
    expect(verdictOn(listing, 'auth.missing-credential', scene)).toBe(whole)
    expect(verdictOn(embed, 'auth.missing-credential', scene)).toBe(whole)
  })

  test('a success behind the very refusal that is expected is told from it', () => {
    const { findings } = play({ operations: [listing], ...keyless(refusedAndServed(401)) })
    const told = findings.find(({ check }) => check === 'auth.missing-credential')
    expect(told?.expected).toBe('401 authentication_required, and nothing behind it')
  })

  test('a refusal for the body does not outweigh another for the missing key', () => {
    const answers = ({ credential, body, nth }: Probe) =>
      credential === 'none' && body.base === 'embed-full' && nth === 0
        ? 400
        : credential === 'eligible' && body.base === 'embed-full'
          ? 400
          : undefined
    expect(verdictOn(embed, 'auth.missing-credential', { answers })).toBe('pass as-documented')
  })

  test.for([
    ['403 -', 'inconclusive refused-for-the-request'],
    ['403 waf_blocked', 'inconclusive refused-for-the-request'],
    ['403 not_authorized', 'violation not-refused-as-401'],
  ] as const)(
    'under the safe policy %s, which a firewall gives to any body that is not JSON, is %s',
    ([reply, verdict]) => {
      const facts = { policy: 'safe' } as const
      const blocked: Scene = { facts, answers: ({ body }) => (body.base === 'not-json' ? reply : undefined) }
      expect(verdictOn(embed, 'auth.missing-credential', blocked)).toBe(verdict)
      expect(verdictOn(embed, 'auth.invalid-credential', blocked)).toBe(verdict)
      const open = verdict.startsWith('inconclusive') ? verdict : 'violation key-demanded'
      expect(verdictOn(choice, 'auth.open-operation', blocked)).toBe(open)
      if (verdict.startsWith('inconclusive')) expect(verdictOn(embed, 'errors.code', blocked)).not.toMatch(/^violation/)
    },
  )

  test('under the safe policy 400 and 415 to an unreadable body tell nothing, but 403 does', () => {
    const facts = { policy: 'safe' } as const
    expect(verdictOn(embed, 'auth.missing-credential', { facts })).toBe('pass as-documented')
    expect(verdictOn(embed, 'auth.missing-credential', { facts, ...keyless(415) })).toBe(
      'inconclusive refused-for-the-request',
    )
    expect(verdictOn(embed, 'auth.missing-credential', { facts, ...keyless(400) })).toBe(
      'inconclusive refused-for-the-request',
    )
    expect(verdictOn(embed, 'auth.missing-credential', { facts, ...keyless(403) })).toBe('violation not-refused-as-401')
  })

  test('a text that names the right code does not make up for a wrong one at the learned place', () => {
    const json = { code: 'not_found', help: 'see authentication_required' }
    const scene = keyless({ status: 401, json })
    expect(verdictOn(listing, 'auth.missing-credential', scene)).toBe('violation wrong-code')
  })
})

describe('O2e: the shown operations in other writings of their addresses', () => {
  const envelope: ProbeReply = { status: 200, json: { data: { id: 'a', status: 'live' }, requestId: 'b' } }
  const isOther = ({ path, operation }: Probe) =>
    operation === null && /^.api.(video.details.+al|vote.embed.+creat)/i.test(path)
  test.for([
    ['served', isOther, envelope, 'violation accepted-without-key'],
    ['something else', isOther, { status: 200, json: {} }, 'pass as-documented'],
    ['not found', isOther, '404 -', 'pass as-documented'],
    ['403', isOther, '403 -', 'pass as-documented'],
    ['redirected', isOther, 308, 'pass as-documented'],
    ['a reset', isOther, 'reset', 'pass as-documented'],
    ['what every path gets', ({ operation }: Probe) => operation === null, envelope, 'pass as-documented'],
    ...[
      ['/al%6C', '/creat%65'],
      ['/all/', '/create/'],
      ['/details/ALL', '/embed/CREATE'],
      ['/DETAILS/ALL', '/EMBED/CREATE'],
      ['/api//video//details//all', '/api/vote/embed//create'],
      ['/all.json', '/create.json'],
      ['/all;a=1', '/create;a=1'],
      ['.css', '/login'],
    ].map(
      (ends) =>
        [
          `served at ${ends.join(' and ')} alone`,
          ({ path, method }: Probe) => path.endsWith(ends[method === 'GET' ? 0 : 1] ?? ''),
          envelope,
          'violation accepted-without-key',
        ] as const,
    ),
  ] as const)('%s', ([, isIt, reply, verdict]) => {
    const answers = (probe: Probe) => (isIt(probe) ? reply : undefined)
    for (const operation of [listing, embed] as const) {
      expect(verdictOn(operation, 'auth.missing-credential', { answers })).toBe(verdict)
      for (const check of ['errors.code', 'errors.listed', 'http.completes', 'catalog.reachable'] as const)
        expect(verdictOn(operation, check, { answers })).not.toMatch(/^violation/)
    }
  })
})

describe('O2e: asked at least ten times, one success is a violation', () => {
  test.for([1, 5, 9])('success at request %i', (time) => {
    const answers = ({ credential, nth }: Probe) => (credential === 'none' && nth === time ? 200 : undefined)
    for (const operation of [listing, embed] as const) {
      expect(verdictOn(operation, 'auth.missing-credential', { answers })).toBe('violation accepted-without-key')
    }
  })

  test.for([listing, embed] as const)('%s is asked the same ten times', (operation) => {
    const { plan } = play({ operations: [operation], checks: ['auth.missing-credential'], learns: false })
    const own = new Set(plan.questions.flatMap(({ probes }) => probes))
    const asked = plan.entries.filter(
      ({ probe: { id, body, purpose }, when }) =>
        own.has(id) && when === null && body.base !== 'empty-object' && purpose !== 'broken',
    )
    expect(asked.map(({ probe }) => probe.nth).sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(new Set(asked.map(({ probe }) => JSON.stringify([probe.body, probe.query]))).size).toBe(1)
  })

  test.for(['search', 'categoryId', 'channel'])('and once with the parameter %s', (parameter) => {
    for (const reply of [200, refusedAndServed(401)]) {
      const answers = ({ credential, query }: Probe) =>
        credential === 'none' && query.set.some(([name]) => name === parameter) ? reply : undefined
      expect(verdictOn(listing, 'auth.missing-credential', { answers })).toBe('violation accepted-without-key')
    }
  })

  test.for([
    ['404', 404, 'violation not-refused-as-401'],
    ['400', 400, 'violation not-refused-as-401'],
    ['401', 401, 'pass as-documented'],
  ] as const)('%s to a number that the key is served with', ([, reply, verdict]) => {
    const answers = ({ credential, query }: Probe) =>
      credential === 'none' && query.set.some(([name]) => name === 'newest') ? reply : undefined
    expect(verdictOn(listing, 'auth.missing-credential', { answers })).toBe(verdict)
  })

  test.for([
    ['served', 200, 'violation accepted-without-key'],
    ['refused as it is with the key', 400, 'pass as-documented'],
  ] as const)('where the request is broken: %s', ([, reply, verdict]) => {
    for (const operation of [listing, embed] as const) {
      const answers = (asked: Probe) =>
        asked.operation === operation && asked.credential === 'none' && asked.purpose === 'broken' ? reply : undefined
      expect(verdictOn(operation, 'auth.missing-credential', { answers })).toBe(verdict)
    }
  })

  test('a category whose name is refused before the key is looked at blames nobody', () => {
    const answers = ({ query }: Probe) => (query.set.some(([name]) => name === 'category') ? 422 : undefined)
    expect(verdictOn(listing, 'auth.missing-credential', { answers })).toBe('pass as-documented')
  })

  test('and with every control of embed creation that succeeds', () => {
    const answers = ({ credential, body }: Probe) => {
      if (credential === 'eligible') return body.base === 'embed-few' ? 200 : 400
      return credential === 'none' && body.base === 'embed-few' ? 200 : undefined
    }
    expect(verdictOn(embed, 'auth.missing-credential', { answers })).toBe('violation accepted-without-key')
  })

  test.for([
    ['served', 200, 'violation accepted-without-key'],
    ['refused for the missing key', 401, 'pass as-documented'],
    ['served behind the refusal', refusedAndServed(409), 'violation accepted-without-key'],
    ['refused as a duplicate, before the key is looked at', 409, 'pass as-documented'],
    ['refused as invalid', 400, 'pass as-documented'],
  ] as const)('with the idempotencyKey of an embed that the key has made: %s', ([, reply, verdict]) => {
    const answers = (asked: Probe) => (asked.operation === embed && isOfKept(asked) ? reply : undefined)
    expect(verdictOn(embed, 'auth.missing-credential', { answers })).toBe(verdict)
  })

  test.for(['full', 'safe'] as const)('with a query that the key was served with, under the %s policy', (policy) => {
    const isOpen = ({ credential, query }: Probe) => credential === 'none' && query.set.length > 0
    const scene: Scene = { facts: { policy }, answers: (asked) => (isOpen(asked) ? 200 : undefined) }
    expect(verdictOn(listing, 'auth.missing-credential', scene)).toBe('violation accepted-without-key')
  })

  test('without a query where the key is served with none', () => {
    const refused: Scene = { answers: ({ query }) => (query.set.length > 0 ? 400 : undefined) }
    expect(verdictOn(listing, 'auth.missing-credential', refused)).toBe('pass as-documented')
  })

  test('other operations are asked once', () => {
    const { plan } = play({ operations: [team], checks: ['auth.missing-credential'] })
    expect(plan.questions.map(({ probes }) => probes.length)).toEqual([1])
  })
})

describe('O2b: another operation that answers 401 is protected, and must name the code', () => {
  test.for([
    ['401 authentication_required', team, keyless(401), 'pass as-documented'],
    ['401 with another code', team, keyless('401 not_found'), 'violation wrong-code'],
    ['401 without a code', team, keyless('401 -'), 'violation code-missing'],
    ['served', team, keyless(200), 'undocumented open-or-undecided'],
    ['400', team, keyless(400), 'undocumented open-or-undecided'],
    ['403', team, keyless(403), 'undocumented open-or-undecided'],
    ['a session operation with its own code', login, keyless('401 wrong_password'), 'undocumented session-refusal'],
    ['a session operation without a code', login, keyless('401 -'), 'undocumented session-refusal'],
    ['a session operation with the documented code', login, keyless(401), 'pass as-documented'],
  ] as const)('%s', ([, operation, scene, verdict]) => {
    expect(verdictOn(operation, 'auth.missing-credential', scene)).toBe(verdict)
  })

  test.for([
    ['POST /api/account/general/logout', true],
    ['GET /api/account/general/get-sessions', true],
    ['GET /api/account/general/session', true],
    ['PUT /api/account/general/reset', true],
    ['POST /api/account/general/set-password', true],
    ['POST /api/account/general/forgot', true],
    ['POST /api/account/general/create', false],
    ['GET /api/account/types/get', false],
  ] as const)('%s may refuse for reasons of its own: %s', ([operation, own]) => {
    const expected = own ? 'undocumented session-refusal' : 'violation wrong-code'
    expect(verdictOn(operation, 'auth.missing-credential', keyless('401 bad_session'))).toBe(expected)
  })
})

describe('O3: every request to the choice without the key is judged', () => {
  const when = (is: (probe: Probe) => boolean, reply: ProbeReply): Scene => ({
    answers: (asked) => (asked.operation === choice && asked.credential === 'none' && is(asked) ? reply : undefined),
    operations: [choice],
    checks: ['auth.open-operation', 'not-found.resource', 'request.field-type', 'request.odd-input'],
  })
  test.for([
    ['made-up placements', when(({ value }) => value === 'made-up-2', 401), 'violation key-demanded'],
    ['broken bodies', when(({ body }) => body.change?.to === 'number', 403), 'violation key-demanded'],
    ['a body without a member', when(({ body }) => body.change?.to === 'absent', 403), 'violation key-demanded'],
    ['a second choice', when(({ body }) => body.change?.to === 'absent', '403 invalid_request'), 'pass open'],
    ['odd texts', when(({ body }) => body.change?.to === 'odd-form', 403), 'pass open'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(choice, 'auth.open-operation', scene)).toBe(verdict)
  })
})

describe('O3: the audience choice is shown without the key', () => {
  test.for([
    ['served', undefined, 'pass open'],
    ['not found', 404, 'pass open'],
    ['refused for its body', 400, 'pass open'],
    ['401', 401, 'violation key-demanded'],
    ['403', 403, 'violation key-demanded'],
    ['a limit', 429, 'not-exercised limited'],
    ['a server error', [500, 500], 'inconclusive server-error'],
  ] as const)('%s', ([, reply, verdict]) => {
    const answers = (): ProbeReply | undefined => reply
    expect(verdictOn(choice, 'auth.open-operation', { answers })).toBe(verdict)
  })

  test('only the choice is judged as open, and it is not asked for a missing or an invalid key', () => {
    expect(verdictOn(listing, 'auth.open-operation')).toBe('not planned')
    expect(verdictOn(choice, 'auth.missing-credential')).toBe('not planned')
    expect(verdictOn(choice, 'auth.invalid-credential')).toBe('not planned')
  })
})
