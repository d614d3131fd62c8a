import { describe, expect, test } from 'vitest'
import { catalogue, type OperationId } from '../../fixtures/catalog/catalog.ts'
import { choice, embed, listing, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { type ProbeReply, refusedAndServed } from '../../trust/fabricated/exchanges.ts'
import { credentials, credentialsOf } from '../credentials.ts'
import { isOfKept, type Probe } from '../probe.ts'

/** An invalid key of this form gets `reply`. Where `eligible` is given, the eligible key gets that. */
const invalid = (form: string, reply: ProbeReply, eligible?: ProbeReply): Scene => ({
  answers: ({ credential }) =>
    credential === `invalid:${form}` ? reply : credential === 'eligible' ? eligible : undefined,
})
const everywhere = ['well-formed', 'empty', 'blanks', 'long', 'middle-changed', 'last-left-out', 'appended'] as const
/** Forms that only the operations shown with the header are asked with. */
const marks = ['percent', 'asterisk', 'pattern', 'quote', 'inherited', 'listed', 'list-begun'] as const
const unread = ['random', 'null', 'undefined', 'first-changed', ...marks] as const
const judged = [...everywhere, ...unread] as const
const team = 'GET /api/team/general/all'
const login = 'POST /api/account/general/login'
/** The first read of its resource, so it is asked with a long key as well. */
const sessions = 'GET /api/account/general/get-sessions'

/** True for the plainest request: without a change or a query, the first of its kind, and not about a kept creation. */
const isPlain = (asked: Probe) =>
  !isOfKept(asked) && asked.nth === 0 && asked.body.change === undefined && asked.query.set.length === 0

describe('O2c: the forms of an invalid key', () => {
  test.for([listing, embed, team] as const)('%s is asked with each of its forms, and with no other', (operation) => {
    const { plan } = play({ operations: [operation], checks: ['auth.invalid-credential'] })
    const [question] = plan.questions
    const forms = plan.entries
      .filter(({ probe }) => question?.probes.includes(probe.id) && isPlain(probe))
      .map(({ probe }) => probe.credential)
      .filter((credential) => credential !== 'none')
    const expected = operation === team ? everywhere : judged
    expect([...forms].sort()).toEqual(expected.map((form) => `invalid:${form}`).sort())
  })

  test.for([
    [listing, 'authentication_required'],
    [embed, 'authentication_required'],
    [team, 'authentication_required, to 6 of 7 wrong keys'],
    ['GET /api/team/category/get', 'authentication_required, to 1 of 7 wrong keys'],
  ] as const)(
    'a pass says how many forms it is about, where some are left to another operation: %s',
    ([id, ending]) => {
      const { findings } = play({ operations: [team, 'GET /api/team/category/get', listing, embed] })
      const found = findings.find(({ check, operation }) => check === 'auth.invalid-credential' && operation === id)
      expect(found?.message.endsWith(ending), found?.message).toBe(true)
    },
  )

  test.for(judged)('%s accepted is a violation wherever the key is shown', (form) => {
    for (const operation of [listing, embed] as const) {
      for (const reply of [200, refusedAndServed(401)]) {
        const verdict = verdictOn(operation, 'auth.invalid-credential', invalid(form, reply))
        expect(verdict).toBe('violation accepted-invalid-key')
      }
    }
    const isForShown = unread.some((word) => word === form)
    const onTeam = form === 'blanks' || isForShown ? 'pass as-documented' : 'violation accepted-invalid-key'
    expect(verdictOn(team, 'auth.invalid-credential', invalid(form, 200))).toBe(onTeam)
  })

  test.for(marks)('%s may be refused by a firewall in a way of its own', (form) => {
    for (const operation of [listing, embed] as const) {
      for (const reply of ['403 -', '406 -', '400 blocked', '401 -'] as const) {
        const scene = invalid(form, reply, 200)
        expect(verdictOn(operation, 'auth.invalid-credential', scene)).toBe('pass as-documented')
        expect(verdictOn(operation, 'errors.code', scene)).not.toMatch(/^violation/)
      }
    }
  })

  test.for<[OperationId, 'nightly' | 'gate' | 'cutover', readonly string[]]>([
    [embed, 'gate', judged],
    [team, 'nightly', everywhere.filter((form) => form !== 'blanks')],
    ['PUT /api/team/general/update', 'nightly', ['well-formed', 'long']],
    ['GET /api/team/general/get', 'nightly', ['well-formed']],
    ['GET /api/team/general/get', 'cutover', everywhere],
    [team, 'gate', ['well-formed']],
  ])('%s in the %s: the forms that are left out stand in the plan with a reason', ([operation, profile, forms]) => {
    const { plan } = play({ operations: [operation], checks: ['auth.invalid-credential'], facts: { profile } })
    const own = plan.entries.filter(
      ({ probe }) => probe.operation === operation && probe.credential.startsWith('invalid:') && isPlain(probe),
    )
    const [asked, left] = [own.filter(({ barred }) => barred === null), own.filter(({ barred }) => barred !== null)]
    expect(asked.map(({ probe }) => probe.credential).sort()).toEqual(forms.map((form) => `invalid:${form}`).sort())
    expect(asked.length + left.length).toBe(operation === embed ? judged.length : everywhere.length)
    const why = profile === 'gate' ? 'left-to-the-nightly' : 'one-for-its-resource'
    for (const { barred } of left) expect(barred?.cause).toBe(why)
  })

  test.for([
    ['the same', '403 -', '403 -', 'inconclusive refused-since'],
    ['the page of a product that is gone', '404 -', '404 -', 'inconclusive refused-since'],
    ['401 as ever', '403 -', 401, 'violation invalid-key-not-401'],
    ['something else', '403 -', '404 -', 'violation invalid-key-not-401'],
    ['a success', 200, 200, 'violation accepted-invalid-key'],
  ] as const)('a request without a key, right after a refused wrong key, gets %s', ([, reply, later, verdict]) => {
    const answers = ({ credential, nth }: Probe) =>
      credential === 'none' && nth > 4 ? later : credential.startsWith('invalid:') ? reply : undefined
    const scene = { answers, facts: { profile: 'gate' } } as const
    expect(verdictOn(team, 'auth.invalid-credential', scene)).toBe(verdict)
  })

  test.for([listing, embed] as const)(
    '%s: a refusal that the right key gets too says nothing of a wrong one',
    (operation) => {
      const answers = (asked: Probe) => (asked.operation === operation ? 405 : undefined)
      expect(verdictOn(operation, 'auth.invalid-credential', { answers })).toBe('inconclusive refused-like-the-key')
      const toBroken = (asked: Probe) => (isPlain(asked) ? undefined : answers(asked))
      expect(verdictOn(operation, 'auth.invalid-credential', { answers: toBroken })).toMatch(
        /^inconclusive refused-like/,
      )
    },
  )

  test.for([
    [3, 'inconclusive refused-since'],
    [2, 'violation invalid-key-not-401'],
  ] as const)('one of two replicas refuses missing keys in this way, as %i others show', ([showing, verdict]) => {
    const others = catalogue.filter(
      (one) => one.method === 'GET' && one.detail === null && !one.session && one.id !== team,
    )
    const operations: readonly OperationId[] = [team, ...others.slice(0, 5).map(({ id }) => id as OperationId)]
    const answers = ({ credential, nth, operation }: Probe) => {
      const at = operations.indexOf(operation as OperationId)
      if (at < 0 || !(credential.startsWith('invalid:') || nth === 50)) return undefined
      return nth === 50 && (at === 0 || at > showing) ? 401 : ('400 -' as const)
    }
    const scene = { answers, facts: { profile: 'gate' }, operations } as const
    expect(verdictOn(team, 'auth.invalid-credential', scene)).toBe(verdict)
  })

  test.for([listing, team, embed] as const)('%s: a header that is too large says nothing of the key', (operation) => {
    expect(verdictOn(operation, 'auth.invalid-credential', invalid('long', 431))).toBe('pass as-documented')
    expect(verdictOn(operation, 'auth.invalid-credential', invalid('well-formed', 431))).toMatch(/^violation/)
    expect(verdictOn(operation, 'auth.invalid-credential', invalid('long', '400 -'))).toBe('pass as-documented')
    expect(verdictOn(operation, 'auth.invalid-credential', invalid('long', '403 -'))).toBe('pass as-documented')
    expect(verdictOn(operation, 'auth.invalid-credential', invalid('long', '406 -'))).toBe('pass as-documented')
    expect(verdictOn(operation, 'errors.code', invalid('long', '400 -'))).not.toMatch(/^violation/)
    expect(verdictOn(operation, 'auth.invalid-credential', invalid('long', 400))).toMatch(/^violation/)
  })

  test.for(['very-long', 'case-changed'])('%s is never judged', (form) => {
    expect(verdictOn(listing, 'auth.invalid-credential', invalid(form, 200))).toBe('pass as-documented')
  })

  test('a form that cannot be made without the key is barred', () => {
    const known = {
      keys: {
        eligible: null,
        load: null,
        restrictedAccount: null,
        restrictedProduct: null,
        restrictedPermission: null,
      },
    }
    const { plan } = play({ operations: [listing], checks: ['auth.invalid-credential'], known })
    const own = new Set(plan.questions.flatMap(({ probes }) => probes))
    const barred = plan.entries.filter(({ probe, barred: why }) => own.has(probe.id) && why?.cause === 'no-key')
    expect(barred.map(({ probe }) => probe.credential).sort()).toEqual([
      'eligible',
      'invalid:appended',
      'invalid:first-changed',
      'invalid:last-left-out',
      'invalid:list-begun',
      'invalid:listed',
      'invalid:middle-changed',
      'invalid:well-formed',
    ])
  })
})

describe('O2a: an invalid key where the key is shown', () => {
  test.for([
    ['401', invalid('well-formed', 401), 'pass as-documented'],
    ['401 with another code', invalid('well-formed', '401 not_found'), 'violation wrong-code'],
    ['403 while the control succeeds', invalid('well-formed', 403), 'violation not-refused-as-401'],
    ['400 while the control succeeds', invalid('well-formed', 400), 'violation not-refused-as-401'],
    ['a limit', invalid('well-formed', 429), 'inconclusive limited'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(listing, 'auth.invalid-credential', scene)).toBe(verdict)
    expect(verdictOn(embed, 'auth.invalid-credential', scene)).toBe(verdict)
  })

  test('a refusal for the request, in every form and with the right key, is inconclusive', () => {
    const answers = ({ credential }: Probe) => (/^invalid:|^eligible/.test(credential) ? 400 : undefined)
    expect(verdictOn(listing, 'auth.invalid-credential', { answers })).toBe('inconclusive refused-for-the-request')
  })
})

describe('O2b: a protected operation refuses an invalid key like a missing one', () => {
  test.for([
    ['401', team, invalid('well-formed', 401), 'pass as-documented'],
    ['401 with another code', team, invalid('well-formed', '401 not_found'), 'violation wrong-code'],
    ['401 without a code', team, invalid('well-formed', '401 -'), 'violation code-missing'],
    ['404', team, invalid('well-formed', 404), 'violation invalid-key-not-401'],
    ['403', team, invalid('appended', 403), 'violation invalid-key-not-401'],
    ['a redirect', team, invalid('well-formed', 302), 'violation invalid-key-not-401'],
    ['401 under 200', team, invalid('well-formed', '200 authentication_required'), 'violation invalid-key-not-401'],
    [
      'a session operation with its own code',
      sessions,
      invalid('well-formed', '401 wrong_password'),
      'pass as-documented',
    ],
    ['a session operation with another status', sessions, invalid('well-formed', 400), 'pass as-documented'],
    ['a session operation that serves it', login, invalid('well-formed', 200), 'violation accepted-invalid-key'],
  ] as const)('%s', ([, operation, scene, verdict]) => {
    expect(verdictOn(operation, 'auth.invalid-credential', scene)).toBe(verdict)
  })

  test.for([
    ['its own code to every form', '401 bad_session'],
    ['another status to every form', 400],
  ] as const)('a session operation with %s', ([, reply]) => {
    const answers = ({ credential }: Probe) => (credential.startsWith('invalid:') ? reply : undefined)
    expect(verdictOn(login, 'auth.invalid-credential', { answers })).toBe('undocumented session-refusal')
  })

  test.for([200, 400, 403] as const)('an operation that answers %i without a key is not asked', (reply) => {
    const answers = ({ credential }: Probe) => (credential === 'none' ? reply : undefined)
    expect(verdictOn(team, 'auth.invalid-credential', { answers })).toBe('not-exercised not-protected')
  })
})

describe('O2d: the key counts in its one header only', () => {
  test.for(credentialsOf('elsewhere').map((credential) => [credentials[credential].sub ?? '', credential] as const))(
    '%s',
    ([place, own]) => {
      const elsewhere = (reply: ProbeReply): Scene => ({
        answers: ({ credential }) => (credential === own ? reply : undefined),
      })
      for (const operation of [listing, embed] as const) {
        expect(verdictOn(operation, `auth.header-only:${place}`)).toBe('pass as-documented')
        expect(verdictOn(operation, `auth.header-only:${place}`, elsewhere(200))).toBe(
          place.startsWith('own-') ? 'violation accepted-without-key' : 'violation accepted-elsewhere',
        )
        expect(verdictOn(operation, `auth.header-only:${place}`, elsewhere(400))).toBe('inconclusive refused-otherwise')
        expect(verdictOn(operation, `auth.header-only:${place}`, elsewhere('401 -'))).toBe('pass as-documented')
        expect(verdictOn(operation, `auth.header-only:${place}`, elsewhere('401 not_found'))).toBe('pass as-documented')
        expect(verdictOn(operation, `auth.header-only:${place}`, elsewhere(429))).toBe('not-exercised limited')
        const open = { answers: ({ credential }: Probe) => (/^(none|elsewhere)/.test(credential) ? 200 : undefined) }
        expect(
          verdictOn(operation, `auth.header-only:${place}`, {
            ...open,
            checks: ['auth.header-only', 'auth.missing-credential'],
          }),
        ).toBe('inconclusive served-without-key')
      }
      expect(verdictOn(listing, `auth.header-only:${place}`, { facts: { policy: 'safe' } })).toBe(
        'not-exercised policy-key-elsewhere',
      )
      expect(verdictOn(choice, `auth.header-only:${place}`)).toBe('not planned')
      expect(verdictOn(team, `auth.header-only:${place}`)).toBe('not planned')
    },
  )
})
