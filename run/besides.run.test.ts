import { expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import { catalogue, type OperationId } from '../fixtures/catalog/catalog.ts'
import { besides, isTeams, operations } from '../trust/fabricated/besides.ts'
import { play, type Scene } from '../trust/fabricated/contracts.ts'
import { certain } from '../trust/fabricated/gate.ts'
import { besidesOf } from './besides.ts'
import { gate } from './gate.ts'
import { ownKeyNotes } from './own-key.ts'

test('a pass that leaves nothing open has no reservation', () => {
  expect(besides(undefined)).toEqual([])
})

test.for([401, 403, 410])('a key that a whole product refuses with %i is told', (status) => {
  const said = besides(({ operation, credential }) =>
    isTeams(operation) && credential === 'eligible' ? status : undefined,
  )
  expect(said).toEqual(['the own key was refused by 15 of 52 operations (all of Teams)'])
})

test('a product that refuses everything is told once', () => {
  const said = besides(({ operation }) => (isTeams(operation) ? 401 : undefined))
  expect(said).toEqual(['the own key was refused by 15 of 52 operations (all of Teams)'])
})

test('a key that only one operation refuses is not told', () => {
  const one = 'GET /api/team/general/all'
  expect(
    besides(({ operation, credential }) => (operation === one && credential === 'eligible' ? 403 : undefined)),
  ).toEqual([])
})

test('a detailed operation without a success is told, since its settings may be wrong', () => {
  const choice = 'POST /api/ads/placement/choice/{placementId}'
  const said = (status: number) => {
    const answers: Scene['answers'] = ({ operation }) => (operation === choice ? status : undefined)
    return besidesOf({ ...certain, findings: play({ operations: [choice], answers }).findings })
  }
  expect(said(404)).toEqual([`nothing succeeded of ${choice}`])
  expect(said(200)).toEqual([])
})

test.for([404, 410])(
  'operations that always answer %i without the code are told, and no refusal of the key',
  (status) => {
    const said = besides(({ operation }) => (isTeams(operation) ? { status, json: { gone: true } } : undefined))
    expect(said).toEqual([
      'it is not clear whether 15 of 52 operations are there (all of Teams)',
      `one answer to everything, with the key and without one, came from Teams (${status})`,
    ])
  },
)

test.for([200, 302, 401, 403])(
  'a few operations that a gateway answers like paths that nobody lists are told: %i',
  (status) => {
    const few = new Set(['POST /api/team/category/create', 'GET /api/video/stream/all'])
    const said = besides(({ operation, purpose }) =>
      few.has(operation ?? '') || purpose === 'unknown-route' ? { status, json: { gone: true } } : undefined,
    )
    expect(said).toEqual([`the own key got what paths that nobody lists get on ${[...few].toReversed().join(', ')}`])
  },
)

test('a small product that is missing or refused as a whole is told, a few operations of several are not', () => {
  const isEvents = (operation: string | null) => operation?.includes('/api/events/') === true
  const events = catalogue.filter(({ product }) => product === 'Events').map(({ id }) => id as OperationId)
  const whole = [...operations, ...events]
  const all = `${events.length} of ${whole.length} operations`
  const said = (answers: NonNullable<Scene['answers']>) => {
    const judged = play({ operations: whole, answers })
    const keyNotes = ownKeyNotes(judged.plan.operations, judged)
    return besidesOf({ ...certain, findings: judged.findings, keyNotes })
  }
  expect(said(({ operation }) => (isEvents(operation) ? { status: 404, json: { gone: true } } : undefined))).toEqual([
    `it is not clear whether ${all} are there (all of Events)`,
  ])
  expect(
    said(({ operation, credential }) => (isEvents(operation) && credential === 'eligible' ? 403 : undefined)),
  ).toEqual([`the own key was refused by ${all} (all of Events)`])
  const few = new Set(['GET /api/events/general/all', 'GET /api/team/general/all', 'GET /api/video/stream/all'])
  expect(
    said(({ operation, credential }) => (few.has(operation ?? '') && credential === 'eligible' ? 403 : undefined)),
  ).toEqual([])
})

test('a key that is refused with a whole method is told', () => {
  const judged = play({
    operations: catalogue.map(({ id }) => id as OperationId),
    answers: ({ operation }) => (operation?.startsWith('PUT ') === true ? 401 : undefined),
  })
  const keyNotes = ownKeyNotes(judged.plan.operations, judged)
  const said = besidesOf({ ...certain, findings: judged.findings, keyNotes })
  const refused = catalogue.filter(({ method }) => method === 'PUT').length
  expect(said).toEqual([`the own key was refused by ${refused} of ${catalogue.length} operations (all of PUT)`])
})

test('a whole method of which it is not clear whether it is there is told', () => {
  const { findings } = play({ operations: catalogue.map(({ id }) => id as OperationId) })
  const isLost = ({ check, operation }: Finding) =>
    check === 'catalog.reachable' && operation?.startsWith('DELETE ') === true
  const lost = findings.map((one) => (isLost(one) ? { ...one, verdict: 'inconclusive' as const } : one))
  const said = `it is not clear whether ${findings.filter(isLost).length} of ${catalogue.length} operations are there (all of DELETE)`
  expect(besidesOf({ ...certain, findings: lost })).toContain(said)
})

test('server errors that do not come again are told', () => {
  const said = besides(({ operation, credential }) =>
    isTeams(operation) && credential === 'none' ? [500, 401] : undefined,
  )
  expect(said).toEqual([
    '15 operations (GET /api/team/category/all …) answered with a server error that was not seen again',
  ])
})

test('requests that were refused and served alone are told beside server errors, and by themselves are no reservation', () => {
  const withCause = (...causes: readonly Finding['cause'][]) => {
    const findings = play({ operations: operations.slice(0, causes.length) }).findings
    const errors = findings.filter(({ check }) => check === 'errors.server-error')
    const message = 'The deployment refuses: 225 requests answered 503'
    const so = errors.map((one, index) => ({ ...one, cause: causes[index] ?? one.cause, message }))
    return besidesOf({ ...certain, findings: findings.map((one) => so.find(({ id }) => id === one.id) ?? one) })
  }
  expect(withCause('load-shedding', 'unstable')).toContain('the deployment refuses: 225 requests answered 503')
  expect(withCause('load-shedding')).not.toContain('the deployment refuses: 225 requests answered 503')
})

test('operations that broke off and answered later are told, unless they are few', () => {
  const broken = (isSo: (operation: string | null) => boolean) =>
    besides(({ operation, credential }) => (isSo(operation) && credential === 'none' ? ['reset', 401] : undefined))
  expect(broken(isTeams)).toEqual(['15 of 52 operations did not always answer (all of Teams)'])
  expect(broken((operation) => operation === 'GET /api/team/general/all')).toEqual([])
})

test.for([401, 403])('%i that known keys alone got for a moment is told as a lock, not of every request', (code) => {
  const locked = besides(({ operation, credential }) =>
    isTeams(operation) && credential === 'eligible' ? [code, 404] : undefined,
  )
  expect(locked.filter((one) => one.includes('for a moment'))).toEqual([
    expect.stringMatching(
      new RegExp(
        `^the own key was refused \\(${code}\\) for a moment, as wrong keys of this run may have locked it: \\d+ requests had to be asked again$`,
      ),
    ),
  ])
})

test('an answer that many requests got for a moment is told, unless it is a limit', () => {
  const gone = { status: 404, json: { message: 'nobody is here' } }
  const away = (back: object) =>
    besides(({ operation, credential }) => (isTeams(operation) && credential === 'none' ? [back, 401] : undefined))
  const told = (got: string) => [
    expect.stringMatching(new RegExp(`^\\d+ requests got ${got} for a moment, and another answer when asked again$`)),
  ]
  expect(away(gone)).toEqual(told('404'))
  expect(away({ ...gone, status: 200 })).toEqual(told('200'))
  expect(away({ status: 200, type: 'text/html', text: '<h1>Back soon</h1>' })).toEqual(told('a page with 200'))
  expect(besides(({ credential }) => (credential === 'none' ? [429, 401] : undefined))).toEqual([])
})

test.for([
  ['of the connection', ['Keep-Alive', 'timeout=5'], ['Connection', 'close']],
  ['of a cache', ['Date', 'Mon, 30 Nov 2026 08:00:00 GMT'], ['Age', '3']],
] as const)('an answer is no other one for a header %s', ([, onward, last]) => {
  const gone = { status: 404, json: { message: 'nobody is here' } }
  const withHeader = (header: readonly [string, string]) => ({ ...gone, headers: [header] })
  const said = besides(({ operation, credential }) =>
    isTeams(operation) && credential === 'eligible' ? [withHeader(last), withHeader(onward)] : undefined,
  )
  expect(said).toEqual([])
})

test('load that did not run as planned is told', () => {
  const { findings } = play({ operations })
  const [finding] = findings.filter(({ verdict }) => verdict === 'pass')
  const cut = ['average', 'spike'].map((name) => ({
    ...(finding as Finding),
    check: `load.delivered:${name}`,
    verdict: 'inconclusive' as const,
  }))
  expect(besidesOf({ ...certain, findings: [...findings, ...cut] })).toEqual([
    'load did not run as planned: average, spike',
  ])
})

test('a key refused under load is told, and so are operations that were not always served under load', () => {
  const { findings: all } = play({ operations: operations.slice(0, 3) })
  const finding = all.find(({ verdict, operation }) => verdict === 'pass' && operation !== null) as Finding
  const delivered = { ...finding, operation: null, check: 'load.delivered:smoke' }
  const refused = { ...delivered, verdict: 'not-exercised' as const, cause: 'key-refused' as const }
  const skipped = { ...delivered, verdict: 'not-exercised' as const, cause: 'skipped' as const }
  expect(besidesOf({ ...certain, findings: [finding, refused] })).toEqual(['load did not run as planned: smoke'])
  expect(besidesOf({ ...certain, findings: [finding, skipped] })).toEqual([])
  const told = { ...skipped, cause: 'longer-than-budget' as const }
  expect(besidesOf({ ...certain, findings: [finding, told] })).toEqual(['load did not run as planned: smoke'])
  const under = (unserved: number, cause: Finding['cause']) =>
    Array.from({ length: 20 }, (_, at) => ({
      ...finding,
      operation: `GET /${at}` as Finding['operation'],
      check: 'http.completes:smoke',
      ...(at < unserved ? { verdict: 'inconclusive' as const, cause } : {}),
    }))
  const said = (unserved: number, cause: Finding['cause']) =>
    besidesOf({ ...certain, findings: [delivered, ...under(unserved, cause)] })
  for (const cause of ['unsteady-answers', 'no-answer', 'sheds-load'] as const)
    expect(said(9, cause)).toEqual(['under load (smoke) 9 of 20 operations were not always served'])
  expect(said(2, 'no-answer')).toEqual(['under load (smoke) 2 of 20 operations were not always served'])
  expect(said(1, 'no-answer')).toEqual([])
  const wide = Array.from({ length: 40 }, (_, at) => ({
    ...finding,
    operation: `GET /${at}` as Finding['operation'],
    product: at < 3 ? 'Teams' : 'Ads',
    check: 'http.completes:smoke',
    ...(at < 3 ? { verdict: 'inconclusive' as const, cause: 'sheds-load' as const } : {}),
  }))
  expect(besidesOf({ ...certain, findings: [delivered, ...wide] })).toEqual([
    'under load (smoke) 3 of 40 operations were not always served (all of Teams)',
  ])
  const [only] = under(1, 'no-answer')
  expect(besidesOf({ ...certain, findings: [delivered, only as Finding] })).toEqual([
    'under load (smoke) 1 of 1 operation were not always served',
  ])
})

test.for([
  ['told-to-wait', 'told with a server error to wait longer than the suite waits'],
  ['server-error-stayed', 'answered with a server error again and again'],
] as const)('a server error that is %s is told as that, not as one that was not seen again', ([cause, how]) => {
  const [finding] = play({ operations: operations.slice(0, 3) }).findings
  const told = { ...(finding as Finding), check: 'errors.server-error', verdict: 'inconclusive', cause } as const
  expect(besidesOf({ ...certain, findings: [told] })).toEqual([`1 operation (GET /api/video/category/all) ${how}`])
})

test('questions that a limit kept open are told', () => {
  const [finding] = play({ operations: operations.slice(0, 3) }).findings
  const limited = { ...(finding as Finding), verdict: 'not-exercised', cause: 'limited' } as const
  expect(besidesOf({ ...certain, findings: [limited, limited] })).toEqual([
    'a limit, or a wait that was told, kept 2 questions open',
  ])
})

test('questions that development did not get to are told: nothing differs in them', () => {
  expect(besidesOf({ ...certain, findings: [], leftUncompared: 2 })).toEqual([
    'a limit, or time, kept 2 questions to development open, so nothing is compared with them',
  ])
})

test('violations of earlier runs that were not asked about again are told', () => {
  const [finding] = play({ operations: operations.slice(0, 1), checks: ['auth.missing-credential'] }).findings
  if (finding === undefined) throw new Error('no finding')
  const told = `1 violation of earlier runs still open, neither found again nor gone: auth.missing-credential of ${finding.operation}`
  const input = { ...certain, findings: [], untold: [finding] }
  expect(besidesOf(input)).toEqual([told])
  const broken = { ...finding, verdict: 'violation', cause: 'server-error' } as const
  expect(gate({ ...input, findings: [broken], circumstances: { asksContracts: true } }).why).toContain(`; ${told}.`)
  expect(besidesOf({ ...certain, findings: [], dropped: ['a', 'b'] })).toEqual([
    'the catalogue is not that of the last run, whose 2 violations this run does not ask about: a, b',
  ])
})
