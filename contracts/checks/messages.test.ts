import { describe, expect, test } from 'vitest'
import { choice, embed, listing, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { type AttemptDetail, envelope, type ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const team = 'GET /api/team/general/all'
const everywhere = (reply: ProbeReply): Scene => ({
  answers: ({ operation }) => (operation === team ? reply : undefined),
})
const message = (detail: AttemptDetail) => everywhere({ status: 200, json: envelope, ...detail })
const brokenBesideHtml: Scene = {
  answers: ({ operation, credential }) => {
    if (operation !== team) return undefined
    return credential === 'eligible' ? { status: 200, text: '{' } : { status: 401, text: '<p>', type: 'text/html' }
  },
}
const coded = (coding: string) => message({ headers: [['Content-Encoding', coding]] })
const undecoded = (coding: string) =>
  message({ headers: [['Content-Encoding', coding]], text: null, failure: { kind: 'coded' } })

describe('O12, RFC 8259: a body that is labelled JSON is JSON', () => {
  test.for([
    [{ text: null }, /^not UTF-8: application\/json/],
    [{ text: '\ufeff{}' }, /^a byte order mark first: application\/json/],
  ] as const)('what is wrong with %j stands in what was observed', ([detail, observed]) => {
    const { findings } = play({ operations: [team], ...message(detail) })
    expect(findings.find(({ check }) => check === 'json.media-type')?.observed).toMatch(observed)
  })

  test.for([
    ['JSON', message({}), 'pass json'],
    ['another case and a charset', message({ type: 'Application/JSON; charset=utf-8' }), 'pass json'],
    ['+json', message({ type: 'application/problem+json' }), 'pass json'],
    ['text/json', message({ type: 'text/json' }), 'pass json'],
    ['JSON as text/plain', message({ type: 'text/plain' }), 'undocumented other-media-type'],
    ['JSON without a media type', message({ type: null }), 'undocumented other-media-type'],
    ['application/jsonp is no JSON', message({ type: 'application/jsonp' }), 'undocumented other-media-type'],
    ['HTML', message({ text: '<p>', type: 'text/html' }), 'undocumented not-json'],
    ['broken JSON', message({ text: '{"a":' }), 'violation broken-json'],
    ['only blanks', message({ text: '  ' }), 'violation broken-json'],
    ['a byte order mark', message({ text: `\ufeff${JSON.stringify(envelope)}` }), 'violation byte-order-mark'],
    [
      'a byte order mark before unlabelled JSON',
      message({ text: '\ufeff{}', type: 'text/plain' }),
      'violation byte-order-mark',
    ],
    ['a byte order mark before a text', message({ text: '\ufeffhello', type: 'text/plain' }), 'undocumented not-json'],
    ['not UTF-8', message({ text: null }), 'violation not-utf-8'],
    ['bytes that claim no JSON', message({ text: null, type: 'image/png' }), 'undocumented not-json'],
    ['no body', message({ text: '', type: 'application/json' }), 'undocumented no-body'],
    ['cut, and never looked at whole', message({ text: '{"a":', cut: true }), 'inconclusive too-large'],
    ['cut, and valid as a whole', message({ text: '{"a":', cut: true, validity: 'valid' }), 'pass json'],
    [
      'cut, and invalid as a whole',
      message({ text: '{"a":', cut: true, validity: 'invalid' }),
      'violation broken-json',
    ],
    ['gzip', coded('gzip'), 'pass json'],
    ['identity', coded('Identity'), 'pass json'],
    ['br', coded('br'), 'pass json'],
    ['deflate', coded('deflate'), 'pass json'],
    ['a coding that we do not read', coded('zstd'), 'inconclusive unknown-coding'],
    ['two codings', coded('gzip, br'), 'inconclusive unknown-coding'],
    ['x-gzip', coded('x-gzip'), 'pass json'],
    ['a coding that was not read', undecoded('zstd'), 'inconclusive unknown-coding'],
    [
      'a server error with broken JSON',
      everywhere([
        { status: 500, text: '{' },
        { status: 500, text: '{' },
      ]),
      'violation broken-json',
    ],
    ['broken JSON beside HTML', brokenBesideHtml, 'violation broken-json'],
    ['a 429 is judged by limits alone', everywhere({ status: 429, text: '{' }), 'not-exercised limited'],
    ['silence', everywhere('silence'), 'inconclusive no-answer'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(team, 'json.media-type', scene)).toBe(verdict)
  })

  test('of several answers a violation decides, then what is reported, then a pass', () => {
    const one = (detail: AttemptDetail): Scene => ({
      answers: ({ operation, credential }) =>
        operation === team && credential === 'none' ? { status: 401, json: {}, ...detail } : undefined,
    })
    expect(verdictOn(team, 'json.media-type', one({ text: '{' }))).toBe('violation broken-json')
    expect(verdictOn(team, 'json.media-type', one({ type: 'text/plain' }))).toBe('undocumented other-media-type')
    const two: Scene = {
      answers: ({ operation, credential }) =>
        operation === team
          ? credential === 'none'
            ? { status: 401, text: 'no', type: 'text/plain' }
            : { status: 200, text: '{' }
          : undefined,
    }
    expect(verdictOn(team, 'json.media-type', two)).toBe('violation broken-json')
  })

  test('a finding says the media type, size, status and coding that were seen', () => {
    const { findings } = play({
      operations: [team],
      checks: ['json.media-type'],
      ...message({ text: '{', type: 'application/json; charset=utf-8' }),
    })
    expect(findings[0]).toMatchObject({
      expected: 'JSON in UTF-8 without a byte order mark',
      observed: 'application/json; charset=utf-8, 1 bytes, status 200',
    })
    const bare = play({ operations: [team], checks: ['json.media-type'], ...message({ type: null }) })
    expect(bare.findings[0]?.observed).toMatch(/^no media type, \d+ bytes/)
    const code = play({ operations: [team], checks: ['json.media-type'], ...coded('zstd') })
    expect(code.findings[0]?.observed).toContain('zstd')
  })
})

describe('O12: a whole answer to every request', () => {
  const keyless = (reply: ProbeReply): Scene => ({
    answers: ({ operation, credential }) => (operation === team && credential === 'none' ? reply : undefined),
  })
  const idle = { failure: { kind: 'reset', reusedConnection: true } } as const
  const late = (endMs: number) => ({ failure: { kind: 'silence' }, endMs }) as const
  test.for([
    ['whole', keyless(401), 'pass whole'],
    ['reset twice', keyless(['reset', 'reset']), 'violation no-answer-reset'],
    ['broken twice', keyless(['broken', 'broken']), 'violation no-answer-broken'],
    ['reset, then broken', keyless(['reset', 'broken']), 'violation no-answer-broken'],
    ['reset once', keyless('reset'), 'inconclusive no-answer-reset'],
    ['an idle close', keyless([idle, 401]), 'pass whole'],
    ['an idle close and a reset', keyless([idle, 'reset']), 'inconclusive no-answer-reset'],
    ['an idle close and two resets', keyless([idle, 'reset', 'reset']), 'violation no-answer-reset'],
    [
      'a reused connection that had begun to answer',
      keyless([{ failure: { kind: 'reset', reusedConnection: true, began: true } }, 'reset']),
      'violation no-answer-reset',
    ],
    ['reset, then answered', keyless(['reset', 401]), 'inconclusive unsteady-answers'],
    ['silence within the short limit', keyless(['silence', late(59_999)]), 'inconclusive no-answer-silence'],
    ['silence to the long limit', keyless(['silence', late(60_000)]), 'violation no-answer-silence'],
    ['too large', keyless(['large', 'large']), 'inconclusive no-answer-large'],
    ['too deep', keyless(['deep', 'deep']), 'inconclusive no-answer-deep'],
    ['too slow', keyless(['slow', 'slow']), 'inconclusive no-answer-slow'],
    ['coded', keyless(['coded', 'coded']), 'inconclusive no-answer-coded'],
    ['reset twice, then slow', keyless(['reset', 'reset', 'slow']), 'inconclusive no-answer-slow'],
    ['no connection', keyless(['refused', 'refused']), 'inconclusive no-answer-refused'],
    ['nobody answers at all', { answers: () => ['reset', 'reset'] as const }, 'inconclusive no-answer-reset'],
    ['a limit', everywhere(429), 'pass whole'],
  ] as const)('%s', ([, scene, verdict]) => {
    expect(verdictOn(team, 'http.completes', scene)).toBe(verdict)
  })

  test('an excluded operation says so, and a finding counts the requests concerned', () => {
    expect(verdictOn(team, 'http.completes', { known: { exclude: [team] } })).toBe('not-exercised excluded')
    const { findings } = play({ operations: [team], checks: ['http.completes'], ...keyless(['reset', 401]) })
    expect(findings[0]?.message).toMatch(/: 1 of \d+ attempts$/)
  })

  test('the gate waits out silence for half as long', () => {
    const facts = { silenceMs: 30_000 }
    expect(verdictOn(team, 'http.completes', { ...keyless(['silence', late(30_000)]), facts })).toBe(
      'violation no-answer-silence',
    )
  })
})

describe('O7c: odd input, of which only a server error or silence is judged', () => {
  const odd = (isOdd: (probe: Probe) => boolean, reply: ProbeReply): Scene => ({
    answers: (probe) => (isOdd(probe) ? reply : undefined),
  })
  const cases = [
    [embed, 'null', ({ body }: Probe) => body.change?.to === 'null'],
    [embed, 'absent', ({ body }: Probe) => body.change?.to === 'absent'],
    [embed, 'extra-member', ({ body }: Probe) => body.change?.path === 'notDocumented'],
    [embed, 'empty-body', ({ body }: Probe) => body.base === 'empty'],
    [embed, 'form-content-type', ({ body }: Probe) => body.contentType === 'application/x-www-form-urlencoded'],
    [choice, 'long-text', ({ body }: Probe) => body.change?.to === 'long-text'],
    [choice, 'extra-member', ({ body }: Probe) => body.change?.path === 'notDocumented'],
    [choice, 'identifier', ({ value }: Probe) => value === 'odd-markup'],
    [
      listing,
      'repeated',
      ({ query }: Probe) => query.set.length === 2 && query.set.every(([name]) => name === 'limit'),
    ],
    [listing, 'huge', ({ query }: Probe) => query.set.some(([, value]) => value === '1e308')],
    [listing, 'very-long-key', ({ credential }: Probe) => credential === 'invalid:very-long'],
    [listing, 'non-ascii-key', ({ credential }: Probe) => credential === 'invalid:non-ascii'],
  ] as const
  test.for(cases)('%s %s', ([operation, sub, isOdd]) => {
    const verdict = (reply: ProbeReply) => verdictOn(operation, `request.odd-input:${sub}`, odd(isOdd, reply))
    expect(verdict(418)).toBe('pass stands')
    expect(verdict(200)).toBe('pass stands')
    expect(verdict([500, 500])).toBe('violation server-error')
    expect(verdict([500, 400])).toBe('inconclusive unstable')
    expect(verdict(['reset', 'reset'])).toBe('violation no-answer-reset')
  })

  test.for([
    ['POST /api/team/general/create', ({ body }: Probe) => body.base === 'json-null'],
    ['GET /api/team/general/all', ({ query }: Probe) => query.set.some(([name]) => name === 'notDocumented')],
    ['GET /api/pay/{shortId}', ({ value }: Probe) => value === 'odd-long'],
  ] as const)('%s', ([operation, isOdd]) => {
    expect(verdictOn(operation, 'request.odd-input')).toBe('pass stands')
    expect(verdictOn(operation, 'request.odd-input', odd(isOdd, [503, 503]))).toBe('violation server-error')
  })

  test('a probe without an answer is not hidden by another with unsteady answers', () => {
    const answers = ({ value }: Probe): ProbeReply | undefined =>
      value === 'odd-blank' ? [500, 404] : value === 'odd-long' ? ['reset', 'reset'] : undefined
    expect(verdictOn(choice, 'request.odd-input:identifier', { answers })).toBe('violation no-answer-reset')
  })

  test('odd input is not exercised where it is limited or may not be asked', () => {
    expect(
      verdictOn(
        listing,
        'request.odd-input:unknown-parameter',
        odd(({ query }) => query.set.some(([name]) => name === 'notDocumented'), 429),
      ),
    ).toBe('not-exercised limited')
    expect(verdictOn('DELETE /api/pages/leads/delete', 'request.odd-input')).toBe('not planned')
    expect(verdictOn('POST /api/team/general/delete', 'request.odd-input')).toBe('not-exercised effect-not-allowed')
    const { findings } = play({ operations: [choice], checks: ['request.odd-input:identifier'] })
    expect(findings[0]?.message).toBe('It answers unusual requests without a server error: 8 requests, answered 404')
  })
})
