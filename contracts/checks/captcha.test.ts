import { describe, expect, test } from 'vitest'
import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import { type Scene, verdictOn } from '../../trust/fabricated/contracts.ts'
import type { Probe } from '../probe.ts'

const team = 'GET /api/team/general/all'
const captcha = { status: 403, type: 'text/html', text: '<h1>Checking your browser</h1>' }
/** Reads of other products than `team`. */
const elsewhere = [
  'GET /api/events/general/all',
  'GET /api/incentive/loyalty/all',
  'GET /api/pages/general/all',
  'GET /api/video/category/all',
  'GET /api/video/channel/all',
  'GET /api/video/stream/all',
] as const

describe('O2b: a captcha that wrong keys get now and then', () => {
  test.for([
    ['a page and 401', captcha, 401, 'inconclusive page-by-chance'],
    ['401 and a page', 401, captcha, 'pass as-documented'],
    ['a page twice', captcha, captcha, 'violation invalid-key-not-401'],
    ['another status than 401 in JSON, and 401', '403 not_authorized', 401, 'violation invalid-key-not-401'],
    ['a page that says 404, and 401', { ...captcha, status: 404 }, 401, 'violation invalid-key-not-401'],
  ] as const)('a wrong key gets %s', ([, first, second, verdict]) => {
    const answers = ({ credential, nth }: Probe) =>
      credential.startsWith('invalid:') ? (nth === 0 ? first : second) : undefined
    expect(verdictOn(team, 'auth.invalid-credential', { answers, facts: { profile: 'gate' } })).toBe(verdict)
  })

  test.for([
    [
      ['GET /api/team/category/all', 'GET /api/events/general/all', 'GET /api/events/general/get'],
      'inconclusive page-by-chance',
    ],
    [['GET /api/team/category/all', 'GET /api/events/general/all'], 'violation invalid-key-not-401'],
    [
      ['GET /api/events/general/all', 'GET /api/events/general/get', 'GET /api/video/category/all'],
      'violation invalid-key-not-401',
    ],
  ] as const)('a page to a wrong key, twice, and to clients without a key at %j', ([walled, verdict]) => {
    const operations = [team, 'GET /api/team/general/get', ...walled] as readonly OperationId[]
    const answers = ({ credential, operation }: Probe) => {
      if (operation === team) return credential.startsWith('invalid:') ? captcha : undefined
      return credential === 'none' && walled.some((id) => id === operation) ? captcha : undefined
    }
    expect(verdictOn(team, 'auth.invalid-credential', { answers, facts: { profile: 'gate' }, operations })).toBe(
      verdict,
    )
  })

  /** Three reads of three products. */
  const three = elsewhere.filter((id) => !id.startsWith('GET /api/video'))
  test.for([
    ['403 -', 401, three, 'inconclusive page-by-chance'],
    ['403 -', 401, elsewhere.slice(2, 5), 'inconclusive page-by-chance'],
    ['403 -', 401, three.slice(1), 'violation invalid-key-not-401'],
    ['403 -', 401, elsewhere.slice(3), 'violation invalid-key-not-401'],
    ['403 -', '403 -', three, 'violation invalid-key-not-401'],
    ['403 not_authorized', 401, three, 'violation invalid-key-not-401'],
  ] as const)('%s to a wrong key, then %s, and to clients without a key at %j', ([reply, later, walled, verdict]) => {
    const answers = ({ credential, operation, nth }: Probe) => {
      if (operation === team) return credential.startsWith('invalid:') ? (nth === 0 ? reply : later) : undefined
      return credential === 'none' && walled.some((id) => id === operation) ? reply : undefined
    }
    const scene: Scene = { answers, facts: { profile: 'gate' }, operations: [team, ...elsewhere] }
    expect(verdictOn(team, 'auth.invalid-credential', scene)).toBe(verdict)
  })

  test.for([
    ['whoever asks', ({ credential }: Probe) => ['none', 'eligible'].includes(credential)],
    ['for a body that is no JSON', ({ body }: Probe) => body.base === 'not-json'],
  ] as const)('403 at three others %s shows no captcha', ([, isRefused]) => {
    const writes = [
      'POST /api/events/general/create',
      'POST /api/pages/general/create',
      'POST /api/video/stream/create',
    ]
    const answers = (asked: Probe) => {
      if (asked.operation === team)
        return asked.credential.startsWith('invalid:') && asked.nth === 0 ? '403 -' : undefined
      return isRefused(asked) ? '403 -' : undefined
    }
    const scene: Scene = { answers, operations: [team, ...(writes as readonly OperationId[])] }
    expect(verdictOn(team, 'auth.invalid-credential', scene)).toBe('violation invalid-key-not-401')
  })

  test.for([
    [3, 'inconclusive page-by-chance'],
    [2, 'violation invalid-key-not-401'],
  ] as const)(
    'a page to a wrong key, twice, where %i operations of other products show that it comes by chance',
    ([showing, verdict]) => {
      const operations: readonly OperationId[] = [team, 'GET /api/team/general/get', ...elsewhere]
      const answers = ({ credential, operation, nth }: Probe) => {
        const isWrong = credential.startsWith('invalid:')
        if (operation === team) return isWrong ? captcha : undefined
        const at = operations.indexOf(operation as OperationId) - 2
        if (at < 0) return undefined
        // The first refuse a wrong key with a page once, the last three clients without a key.
        const isPaged = at < 3 ? at < showing && isWrong && nth === 0 : credential === 'none'
        return isPaged ? captcha : undefined
      }
      expect(verdictOn(team, 'auth.invalid-credential', { answers, facts: { profile: 'gate' }, operations })).toBe(
        verdict,
      )
    },
  )
})
