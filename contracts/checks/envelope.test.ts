import { describe, expect, test } from 'vitest'
import { choice, embed, listing, play, type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import { envelope, type ProbeReply } from '../../trust/fabricated/exchanges.ts'
import type { Probe } from '../probe.ts'

const team = 'GET /api/team/general/all'

/** The eligible key gets `reply`, whatever is asked. */
const keyed = (reply: ProbeReply): Scene => ({
  answers: ({ credential }) => (credential === 'eligible' ? reply : undefined),
})

describe('O9: what a success carries', () => {
  const odd = { ...envelope, data: { id: 1, status: 'draft' } }
  test.for([
    ['200 with the envelope', 200, 'pass as-documented', 'pass as-documented'],
    ['further members', { status: 200, json: { ...envelope, more: [1] } }, 'pass as-documented', 'pass as-documented'],
    ['201', 201, 'violation other-success-status', 'pass as-documented'],
    ['204', { status: 204 }, 'violation other-success-status', 'violation no-envelope'],
    ['a member of the wrong type', { status: 200, json: odd }, 'pass as-documented', 'violation no-envelope'],
    ['no requestId', { status: 200, json: { data: envelope.data } }, 'pass as-documented', 'violation no-envelope'],
    ['no JSON', { status: 200, text: '<p>', type: 'text/html' }, 'pass as-documented', 'violation no-envelope'],
    ['cut', { status: 200, json: {}, cut: true }, 'pass as-documented', 'inconclusive too-large'],
    ['no success', 404, 'inconclusive no-success', 'inconclusive no-success'],
    ['a limit', 429, 'not-exercised limited', 'not-exercised limited'],
  ] as const)('the listing: %s', ([, reply, status, body]) => {
    expect(verdictOn(listing, 'envelope.status', keyed(reply))).toBe(status)
    expect(verdictOn(listing, 'envelope.schema', keyed(reply))).toBe(body)
  })

  test.for([
    ['undefined', 'undocumented identifies-nothing'],
    ['[object Object]', 'undocumented identifies-nothing'],
    [' ', 'undocumented identifies-nothing'],
    ['null-island', 'pass as-documented'],
  ] as const)('an identifier that reads %j', ([id, verdict]) => {
    const ofData = { ...envelope, data: { ...envelope.data, id } }
    expect(verdictOn(embed, 'envelope.schema', keyed({ status: 200, json: ofData }))).toBe(verdict)
    expect(verdictOn(listing, 'envelope.schema', keyed({ status: 200, json: ofData }))).toBe('pass as-documented')
    expect(verdictOn(listing, 'envelope.schema', keyed({ status: 200, json: { ...envelope, requestId: id } }))).toBe(
      verdict,
    )
  })

  test('one identifier that reads undefined is told beside others that do not', () => {
    const nameless = { status: 200, json: { ...envelope, data: { ...envelope.data, id: 'undefined' } } } as const
    const answers = ({ credential, body }: Probe) =>
      credential === 'eligible' ? (body.change === undefined ? nameless : 200) : undefined
    const scene = { answers, checks: ['envelope.schema', 'request.valid'] } as const
    expect(verdictOn(embed, 'envelope.schema', scene)).toBe('undocumented identifies-nothing')
  })

  test('an identifier that reads undefined tells nothing where a body alone succeeds that is no JSON object', () => {
    const nameless = { status: 200, json: { ...envelope, requestId: 'undefined' } } as const
    const answers = ({ operation, credential, body }: Probe) =>
      operation === embed && credential === 'eligible' ? (body.base === 'json-null' ? nameless : 400) : undefined
    const scene = { answers, checks: ['envelope.schema', 'request.odd-input'] } as const
    expect(verdictOn(embed, 'envelope.schema', scene)).toBe('inconclusive no-success')
  })

  test('the sentence says what is missing', () => {
    const scene = keyed({ status: 200, json: { data: { id: '1' } } })
    const { findings } = play({ ...scene, operations: [listing], checks: ['envelope.schema', 'envelope.status'] })
    expect(findings.find(({ check }) => check === 'envelope.schema')?.message).toMatch(
      /documented response envelope: body must have required property 'requestId'; \/data must have required property 'status'/,
    )
  })

  test.for([200, 201, 202, 299] as const)('the choice may succeed with %i', (status) => {
    const answers = ({ value, body }: Probe) => (value === 'known' && body.change === undefined ? status : undefined)
    expect(verdictOn(choice, 'envelope.status', { answers })).toBe('pass as-documented')
    expect(verdictOn(choice, 'envelope.schema', { answers })).toBe('pass as-documented')
  })

  test('is judged for every valid request that succeeds, not for the controls alone', () => {
    const checks = ['envelope.schema', 'envelope.status', 'request.valid'] as const
    const whenLimited = (reply: ProbeReply) => ({
      answers: ({ operation, query }: Probe) =>
        operation === listing && query.set.some(([name]) => name === 'limit') ? reply : undefined,
      checks,
    })
    expect(verdictOn(listing, 'envelope.schema', whenLimited({ status: 200, json: { data: null } }))).toBe(
      'violation no-envelope',
    )
    expect(verdictOn(listing, 'envelope.status', whenLimited({ status: 201, json: envelope }))).toBe(
      'violation other-success-status',
    )
    expect(verdictOn(listing, 'envelope.schema', whenLimited(400))).toBe('pass as-documented')
  })

  test('is judged for a listing whose switches are on', () => {
    const answers = ({ query }: Probe): ProbeReply | undefined =>
      query.set.some(([name, value]) => name === 'nowlive' && value === '1') ? { status: 200, json: [] } : undefined
    const checks = ['envelope.schema', 'request.valid'] as const
    expect(verdictOn(listing, 'envelope.schema', { answers, checks })).toBe('violation no-envelope')
  })

  test('is judged for every success of a shown operation, whatever was asked of it', () => {
    const statusNull = { status: 200, json: { ...envelope, data: { id: 'e-1', status: null } } } as const
    const checks = ['envelope.schema', 'request.odd-input', 'auth.invalid-credential'] as const
    const served = (of: (probe: Probe) => boolean): Scene => ({
      checks,
      answers: (probe) => (probe.operation === embed && of(probe) ? statusNull : undefined),
    })
    const ways: readonly ((probe: Probe) => boolean)[] = [
      ({ body }) => body.change?.to === 'null' && body.change.path === 'status',
      ({ body }) => body.change?.to === 'absent',
      ({ body }) => body.base === 'empty',
      ({ body }) => body.contentType !== undefined,
      ({ credential }) => credential === 'invalid:random',
    ]
    for (const of of ways) expect(verdictOn(embed, 'envelope.schema', served(of))).toBe('violation no-envelope')
    const cut: Scene = {
      checks,
      answers: ({ operation, purpose }) =>
        operation === listing && purpose === 'odd' ? { status: 200, json: {}, cut: true } : undefined,
    }
    expect(verdictOn(listing, 'envelope.schema', cut)).toBe('pass as-documented')
  })

  test('shows no success where a body alone succeeds that is no JSON object: nothing as documented does', () => {
    const onlyFor = (of: (probe: Probe) => boolean): Scene => ({
      checks: ['envelope.status', 'request.odd-input'],
      answers: (probe) => (probe.operation === embed && !of(probe) ? 400 : undefined),
    })
    const form = ({ body }: Probe) => body.contentType === 'application/x-www-form-urlencoded'
    expect(verdictOn(embed, 'envelope.status', onlyFor(form))).toBe('inconclusive no-success')
    expect(
      verdictOn(
        embed,
        'envelope.status',
        onlyFor(({ body }) => body.base === 'none'),
      ),
    ).toBe('inconclusive no-success')
    expect(
      verdictOn(
        embed,
        'envelope.status',
        onlyFor(({ body }) => body.base === 'embed-other'),
      ),
    ).toBe('pass as-documented')
  })

  test('is judged for the very same choice again, as where a second vote is told otherwise', () => {
    const answers = ({ nth }: Probe): ProbeReply | undefined =>
      nth > 0 ? { status: 200, json: { message: 'already counted' } } : undefined
    const checks = ['envelope.schema', 'request.odd-input'] as const
    expect(verdictOn(choice, 'envelope.schema', { answers, checks })).toBe('violation no-envelope')
  })

  test('is not judged for other operations', () => {
    expect(verdictOn(team, 'envelope.status')).toBe('not planned')
    expect(verdictOn(team, 'envelope.schema')).toBe('not planned')
  })

  test('is not exercised where the request is barred, with the reason', () => {
    const facts = { policy: 'safe' } as const
    expect(verdictOn(embed, 'envelope.schema', { facts })).toBe('not-exercised policy-keyed-write')
  })

  test('is reported with the place that is wrong', () => {
    const { findings } = play({
      operations: [listing],
      checks: ['envelope.schema'],
      ...keyed({ status: 200, json: odd }),
    })
    expect(findings[0]?.observed).toMatch(/^\/data\/id must be string: 200 /)
    const none = play({ operations: [listing], checks: ['envelope.schema'], ...keyed({ status: 200, json: [] }) })
    expect(none.findings[0]?.observed).toMatch(/^body must be object/)
  })

  test.for([
    ['an object with a number that JSON does not know', { status: 200, text: '{"data":NaN}' }, 'the body is not JSON'],
    ['204', { status: 204 }, 'there is no body'],
    ['blanks', { status: 200, text: ' ' }, 'there is no body'],
    ['bytes that are not UTF-8', { status: 200, text: null }, 'the body is not UTF-8'],
  ] as const)('names what is wrong with a body that cannot be read: %s', ([, reply, words]) => {
    const { findings } = play({ operations: [listing], checks: ['envelope.schema'], ...keyed(reply) })
    expect(findings[0]?.message).toContain(words)
  })
})
