import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import { choice, embed, isNoNumber, listing, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { type Attempt, envelope, type ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const team = 'GET /api/team/general/all'
const login = 'POST /api/account/general/login'

/** One operation gives `reply` to one credential; all else conforms. */
const to = (operation: OperationId, credential: string, reply: ProbeReply): Scene => ({
  answers: (probe) =>
    probe.operation === operation &&
    probe.credential === credential &&
    probe.body.base !== 'not-json' &&
    probe.query.set.length === 0 &&
    probe.value === 'known'
      ? reply
      : undefined,
})
const codeOn = (operation: OperationId, scene: Scene) => verdictOn(operation, 'errors.code', scene)

describe('O5b: the code of an error', () => {
  test.for([
    ['401 without a key', team, 'none', '401 not_found', 'violation wrong-code'],
    ['401 without a key and without a code', team, 'none', '401 -', 'violation code-missing'],
    ['401 to the own key', team, 'eligible', '401 not_found', 'undocumented not-asserted'],
    ['401 without a key of a session operation', login, 'none', '401 wrong_password', 'undocumented not-asserted'],
    ['403 to the own key', team, 'eligible', '403 blocked', 'undocumented not-asserted'],
    ['403 without a key', team, 'none', '403 blocked', 'undocumented not-asserted'],
    ['400 with another code', team, 'eligible', '400 bad', 'undocumented not-asserted'],
    ['404 without a code', team, 'eligible', '404 -', 'undocumented not-asserted'],
    ['a status outside §7', team, 'eligible', 409, 'undocumented not-asserted'],
    ['400 with another code, shown', listing, 'eligible', '400 bad', 'violation wrong-code'],
    ['400 with another documented code, shown', embed, 'eligible', '400 not_found', 'violation wrong-code'],
    ['404 without a code, shown', listing, 'eligible', '404 -', 'violation code-missing'],
    ['403 of unknown cause without a code, shown', listing, 'none', '403 -', 'violation code-missing'],
    ['403 of unknown cause with a text that is no code, shown', listing, 'none', '403 blocked', 'violation wrong-code'],
    ['403 of unknown cause with another code, shown', listing, 'none', '403 not_found', 'undocumented not-asserted'],
    ['403 with another documented code, shown', listing, 'eligible', '403 invalid_request', 'violation wrong-code'],
    ['a status outside §7, shown', listing, 'eligible', 422, 'undocumented not-asserted'],
    ['all as documented', listing, 'eligible', 200, 'pass as-documented'],
  ] as const)('%s', ([name, operation, credential, reply, verdict]) => {
    const scene = to(operation, credential, reply)
    const others = name.includes('outside') || verdict.startsWith('undocumented')
    // Another error as documented would make the finding a pass. Here nothing else errs.
    const calm = ({ operation: own, ...probe }: Probe) =>
      scene.answers?.({ operation: own, ...probe }) ?? (own === operation ? 200 : undefined)
    expect(codeOn(operation, others ? { answers: calm } : scene)).toBe(verdict)
  })

  test.for([
    ['a plain text', '404 category_unknown', 'violation wrong-code'],
    ['a plain text', 404, 'pass as-documented'],
    ['Grüße', '404 category_unknown', 'pass as-documented'],
  ] as const)('a listing with %s as a parameter that is a text: %s', ([text, reply, verdict]) => {
    const isIt = ({ operation, query }: Probe) =>
      operation === listing && query.set.some(([name, value]) => name === 'categoryId' && value.startsWith(text))
    const answers = (probe: Probe) => (isIt(probe) ? reply : undefined)
    const checks = ['errors.code', 'request.odd-input', 'auth.missing-credential'] as const
    expect(verdictOn(listing, 'errors.code', { answers, checks })).toBe(verdict)
  })

  test('a wrong code is a violation for a restricted, an invalid and a misplaced key', () => {
    const checks = [
      'errors.code',
      'auth.ineligible-account',
      'auth.ineligible-origin',
      'auth.missing-credential',
    ] as const
    for (const credential of ['restricted-account', 'ineligible-origin']) {
      expect(codeOn(team, { ...to(team, credential, '403 blocked'), checks })).toBe('violation wrong-code')
    }
    const invalid = ['errors.code', 'auth.invalid-credential', 'auth.missing-credential', 'auth.header-only'] as const
    expect(codeOn(team, { ...to(team, 'invalid:well-formed', '401 blocked'), checks: invalid })).toBe(
      'violation wrong-code',
    )
    expect(codeOn(listing, { ...to(listing, 'elsewhere:query', '401 blocked'), checks: invalid })).toBe(
      'violation wrong-code',
    )
  })

  test('a key in a wrong place may be refused without a code, by what stands in front', () => {
    for (const credential of ['elsewhere:query', 'elsewhere:authorization', 'elsewhere:own-address'] as const) {
      for (const reply of ['403 -', '400 -', '404 -'] as const) {
        const scene = { ...to(listing, credential, reply), checks: ['errors.code', 'auth.header-only'] as const }
        expect(codeOn(listing, scene), `${credential} ${reply}`).toBe('pass as-documented')
      }
    }
  })

  test('403 without a code is not about the credential where the eligible key gets the same', () => {
    const page = (who: RegExp) => ({
      answers: ({ operation: own, credential }: Probe) =>
        own === team && who.test(credential) ? ('403 -' as const) : undefined,
      checks: ['errors.code', 'auth.ineligible-account', 'auth.missing-credential'] as const,
    })
    expect(codeOn(team, page(/^(restricted-account|eligible)$/))).toBe('pass as-documented')
    expect(codeOn(team, page(/^restricted-account$/))).toBe('violation code-missing')
  })

  test('a limit, a server error, silence and odd input are judged elsewhere', () => {
    expect(codeOn(team, { answers: ({ operation }) => (operation === team ? '429 busy' : undefined) })).toBe(
      'not-exercised limited',
    )
    expect(codeOn(team, { answers: ({ operation }) => (operation === team ? ['500 x', '500 x'] : undefined) })).toBe(
      'inconclusive server-error',
    )
    expect(codeOn(team, { answers: ({ operation }) => (operation === team ? 'silence' : undefined) })).toBe(
      'inconclusive no-answer',
    )
    expect(codeOn(team, { answers: ({ operation }) => (operation === team ? 200 : undefined) })).toBe(
      'not-exercised no-error',
    )
    expect(codeOn(team, { known: { exclude: [team] } })).toBe('not-exercised excluded')
    const odd: Scene = {
      answers: ({ body }) => (body.change?.to === 'odd-form' ? '400 strange' : undefined),
      checks: ['errors.code', 'request.odd-input'],
    }
    expect(codeOn(embed, odd)).toBe('pass as-documented')
  })
})

describe('O5c: a redirect on a shown operation', () => {
  const away = (status: number, location = '/base/api/vote/embed/create/'): Attempt => ({
    status,
    headers: [['Location', location]],
  })
  const redirecting = (operation: OperationId, reply: Attempt): Scene => ({
    answers: (probe) => (probe.operation === operation ? reply : undefined),
    operations: [embed, listing, team],
  })

  test.for([301, 302, 303, 307, 308])('%i to every request is a violation, without a key also of §5.2', (status) => {
    for (const operation of [embed, listing] as const) {
      const scene = redirecting(operation, away(status))
      expect(verdictOn(operation, 'errors.listed', scene)).toBe('violation redirected')
      expect(verdictOn(operation, 'auth.missing-credential', scene)).toBe('violation not-refused-as-401')
      const other = operation === embed ? listing : embed
      expect(verdictOn(other, 'errors.listed', scene)).toBe('pass as-documented')
    }
  })

  test('to one request is a violation as well', () => {
    const scene: Scene = {
      answers: ({ operation, credential }) =>
        operation === embed && credential === 'none' ? away(302, '/login') : undefined,
    }
    expect(verdictOn(embed, 'errors.listed', scene)).toBe('violation redirected')
    expect(verdictOn(embed, 'auth.missing-credential', scene)).toBe('violation not-refused-as-401')
  })

  test('304 is a violation of its own: no request was conditional', () => {
    expect(verdictOn(listing, 'errors.listed', to(listing, 'eligible', 304))).toBe('violation not-modified')
  })

  test('is not judged on other operations, nor where unknown routes get one to a home page', () => {
    expect(verdictOn(team, 'errors.listed', redirecting(team, away(308)))).toBe('not planned')
    const home: Scene = { answers: ({ operation }) => (operation === null ? away(302, '/') : undefined) }
    expect(verdictOn(embed, 'errors.listed', home)).toBe('pass as-documented')
    expect(verdictOn(embed, 'auth.missing-credential', home)).toBe('pass as-documented')
  })

  test('of everything to another origin means that the base address is wrong', () => {
    const moved: Scene = {
      answers: ({ path }) => away(301, `https://other.example.com${path}`),
      operations: [embed, listing, team],
    }
    for (const check of ['errors.listed', 'auth.missing-credential'] as const)
      expect(verdictOn(embed, check, moved)).toBe('inconclusive all-redirected')
    const toLogIn: Scene = {
      answers: () => away(302, 'https://login.example.com/start'),
      operations: [embed, listing, team, choice],
    }
    expect(verdictOn(choice, 'not-found.resource', toLogIn)).toBe('inconclusive all-redirected')
  })
})

describe('O5b: the audience choice lists codes without statuses', () => {
  const replies = (reply: Attempt): Scene => ({
    answers: ({ operation, value }) => (operation === choice && value === 'known' ? reply : undefined),
    learns: true,
    operations: [choice, listing],
  })
  test.for([
    ['a listed code with any status', '422 invalid_request', 'pass as-documented'],
    ['not_found as 410', '410 not_found', 'pass as-documented'],
    ['another documented code', '400 not_authorized', 'violation wrong-code'],
    ['another text', '422 nonsense', 'violation wrong-code'],
    ['400 without a code', '400 -', 'violation wrong-code'],
    ['a choice that was made already', '409 already_chosen', 'pass as-documented'],
    ['a vote that is over', '410 closed', 'pass as-documented'],
    ['another documented code of a state', '409 not_authorized', 'violation wrong-code'],
    ['401 is judged by O3', '401 -', 'pass as-documented'],
    ['403 is judged by O3', '403 -', 'pass as-documented'],
    ['a success', 200, 'pass as-documented'],
  ] as const)('%s', ([, reply, verdict]) => {
    expect(codeOn(choice, replies(reply))).toBe(verdict)
  })

  test('a status outside §7 without a code is not asserted', () => {
    const answers = ({ operation }: Probe) => (operation === choice ? '409 -' : undefined)
    expect(codeOn(choice, { answers, operations: [choice, listing] })).toBe('undocumented not-asserted')
  })

  test('two codes in places that were not learned are inconclusive', () => {
    const answers = ({ operation }: Probe) =>
      operation === choice ? { status: 400, json: { a: 'not_found', b: 'not_authorized' } } : undefined
    expect(codeOn(choice, { answers, operations: [choice, listing], learns: true })).toBe('inconclusive code-unclear')
  })
})

describe('O5c: a broken request on the shown operations gets 400 and no other 4xx', () => {
  const broken = (reply: ProbeReply, control: ProbeReply = 200): Scene => ({
    answers: ({ body, query, credential }) => {
      if (credential !== 'eligible') return undefined
      return body.base === 'not-json' ||
        body.base === 'json-array' ||
        body.change?.to === 'number' ||
        query.set.some(([, text]) => isNoNumber(text))
        ? reply
        : query.set.length === 0
          ? control
          : undefined
    },
    checks: ['errors.listed', 'request.field-type', 'request.query-type', 'request.malformed-json', 'request.valid'],
  })
  test.for([
    ['400', broken(400), 'pass as-documented'],
    ['400 with another code', broken('400 bad'), 'pass as-documented'],
    ['422', broken('422 invalid_request'), 'violation unlisted-status'],
    ['404 while the control succeeds', broken(404), 'violation unlisted-status'],
    ['415', broken(415), 'violation unlisted-status'],
    ['404 like the control', broken(404, 404), 'not-exercised not-arisen'],
    ['422 like the control', broken(422, 422), 'not-exercised not-arisen'],
    ['409 while the control gets 404', broken(409, 404), 'violation unlisted-status'],
    ['404 while the control is limited to the end', broken(404, 429), 'not-exercised not-arisen'],
    ['401', broken('401 -'), 'not-exercised not-arisen'],
    ['403', broken(403), 'not-exercised not-arisen'],
    ['429', broken(429), 'not-exercised not-arisen'],
    ['served', broken(200), 'not-exercised not-arisen'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(listing, 'errors.listed', scene)).toBe(verdict)
    const embedScene: Scene = {
      ...scene,
      answers: (probe) =>
        scene.answers?.(probe) ?? (probe.credential === 'eligible' && probe.operation === embed ? 200 : undefined),
    }
    expect(verdictOn(embed, 'errors.listed', embedScene)).toBe(verdict)
  })

  test.for([
    [100, 'inconclusive gone-since'],
    [300, 'violation unlisted-status'],
  ] as const)('404 not_found, where the last success was at %i', ([last, verdict]) => {
    const answers = ({ credential, query }: Probe): ProbeReply | undefined => {
      if (credential !== 'eligible') return undefined
      const isBroken = query.set.some(([, text]) => isNoNumber(text))
      return isBroken
        ? { status: 404, json: { code: 'not_found' }, startedAt: 200 }
        : { status: 200, json: envelope, startedAt: last }
    }
    const checks = ['errors.listed', 'request.query-type', 'request.valid'] as const
    expect(verdictOn(listing, 'errors.listed', { answers, checks })).toBe(verdict)
    const typed = verdict.startsWith('violation') ? 'violation not-refused-as-invalid' : verdict
    expect(verdictOn(listing, 'request.query-type:limit', { answers, checks })).toBe(typed)
  })

  test.for([
    [409, 'not-exercised not-arisen', 'inconclusive control-refused'],
    [402, 'violation unlisted-status', 'violation not-refused-as-invalid'],
  ] as const)('409 to a broken body, where whole ones get %i since the last success', ([since, listed, broken]) => {
    const answers = ({ credential, body: { base, change } }: Probe): ProbeReply | undefined => {
      if (credential !== 'eligible') return undefined
      if (/^((not|cut)-)?json/.test(base)) return { status: 409, json: { code: 'too_many' }, startedAt: 200 }
      return change === undefined
        ? { status: 200, json: envelope, startedAt: 100 }
        : { status: since, json: { code: 'too_many' }, startedAt: 300 }
    }
    const checks = ['errors.listed', 'request.malformed-json', 'request.valid'] as const
    expect(verdictOn(embed, 'errors.listed', { answers, checks })).toBe(listed)
    expect(verdictOn(embed, 'request.malformed-json', { answers, checks })).toBe(broken)
  })

  test.for(['not-json', 'cut-json', 'json-array', 'json-string', 'json-number'])(
    'a body that is %s breaks the contract',
    (base) => {
      const answers = ({ body, credential }: Probe) =>
        body.base === base && credential === 'eligible' ? '415 -' : undefined
      const checks = ['errors.listed', 'request.malformed-json', 'request.valid'] as const
      expect(verdictOn(embed, 'errors.listed', { answers, checks })).toBe('violation unlisted-status')
    },
  )

  test.for(['null', 'absent', 'long-text', 'true'])('a member that is %s does not', (to) => {
    const answers = ({ body }: Probe) => (body.change?.to === to ? 422 : body.base === 'not-json' ? 200 : undefined)
    const checks = ['errors.listed', 'request.odd-input', 'request.valid'] as const
    expect(verdictOn(embed, 'errors.listed', { answers, checks })).toBe('pass as-documented')
  })

  test('only the shown operations are judged', () => {
    expect(verdictOn(team, 'errors.listed')).toBe('not planned')
    expect(verdictOn(choice, 'errors.listed')).toBe('not planned')
  })
})
