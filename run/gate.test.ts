import { expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import { type Verdict, verdicts } from '../evidence/verdict.ts'
import { calmLoad, certain } from '../trust/fabricated/gate.ts'
import { gate } from './gate.ts'
import type { GateInput } from './gate-input.ts'
import type { Circumstances } from './record.ts'

function finding(verdict: Verdict, check = 'errors.code'): Finding {
  const silent = { expected: null, observed: null, exchanges: [], reproduce: null }
  const asked = { clause: '§7', operation: 'POST /api/vote/embed/create', product: 'Embeds' } as const
  return { id: '0', check, ...asked, verdict, cause: 'not-asked', message: 'x', ...silent }
}

/** The decision on findings in these circumstances. Nothing else is in doubt, except what `more` tells. */
function decided(findings: readonly Finding[], circumstances: Circumstances, more: Partial<GateInput> = {}) {
  return gate({ findings, circumstances, ...certain, ...more })
}

const contracts: Circumstances = { asksContracts: true, minJudged: 50 }
const load: Circumstances = { asksContracts: false, minJudged: 50 }
const delivered = finding('pass', 'load.delivered:smoke')
const denied: Finding = { ...finding('not-exercised', 'load.delivered:smoke'), cause: 'key-refused' }
const untried = { ...finding('not-exercised', 'load.threshold:smoke.Ads.p95'), cause: 'no-samples' }
const passed = [finding('pass'), finding('undocumented'), finding('not-exercised')]
const failed = [...passed, finding('violation')]
const known = { ...finding('violation'), known: { reason: 'PAY-17', owner: 'payments', until: '2026-12-31' } }
const limitedKey = { onlyLimited: 'All is limited' }
const noTrouble = { stale: [], expired: [], unmatched: [] }
const drift = '2 observations drifted from the baseline (--fail-on drift; baseline accept takes what is meant)'
const drifted = ['drift.new:status', 'drift.gone:status'].map((check) => finding('undocumented', check))
const apart = [finding('undocumented', 'parity.changed:status')]
const untold = (message: string) => ({
  ...finding('inconclusive', 'parity.run'),
  cause: 'parity-untold' as const,
  message,
})

test.for([
  ['judged, no violation', passed, contracts, 0, 'No violation'],
  ['a violation', failed, contracts, 1, '1 violation on 1 operation'],
  ['unreachable', [], { ...contracts, unreachable: 'nothing listens at 127.0.0.1:9' }, 2, 'nothing listens'],
  ['a server of something else', passed, contracts, 2, 'All is 404', { targetDoubt: 'All is 404' }],
  ['a key that met nothing but a limit', passed, contracts, 2, 'All is limited', limitedKey],
  ['checks of other clients', passed, { ...contracts, checks: ['errors.code'] }, 0, '', limitedKey],
  ['a violation all the same', failed, contracts, 1, '1 violation on 1 operation', limitedKey],
  ['a leak', passed, { ...contracts, spoiled: 'A key stood in summary.md' }, 2, 'A key stood'],
  ['a leak, and nobody there', [], { ...contracts, spoiled: 'A key stood', unreachable: 'x' }, 2, 'A key stood'],
  ['interrupted, with a leak', passed, { ...contracts, spoiled: 'A key', interrupted: 'SIGINT' }, 130, 'A key'],
  [
    'two deployments that could not be compared',
    passed,
    contracts,
    0,
    'the two deployments cannot be compared: their settings differ: API_KEY',
    { notCompared: 'The two deployments cannot be compared: their settings differ: API_KEY' },
  ],
  [
    'a violation beside two deployments that could not be compared',
    failed,
    contracts,
    1,
    '1 violation on 1 operation; the two deployments cannot be compared: their settings differ: API_KEY.',
    { notCompared: 'The two deployments cannot be compared: their settings differ: API_KEY' },
  ],
  [
    'a violation where no baseline was accepted',
    failed,
    contracts,
    1,
    '1 violation on 1 operation; no baseline was accepted that drift could be told from.',
    { withoutBaseline: true },
  ],
  ['nothing selected', [], contracts, 2, 'Nothing was judged'],
  ['interrupted', passed, { ...contracts, interrupted: 'SIGINT' }, 130, 'SIGINT'],
  ['interrupted beside all else', failed, { ...contracts, interrupted: 'SIGINT', unreachable: 'x' }, 130, 'SIGINT'],
  ['a violation of something else', failed, contracts, 2, 'All is 404', { targetDoubt: 'All is 404' }],
  ['an unreachable server of something else', [], { ...contracts, unreachable: 'x y' }, 2, 'x y', { targetDoubt: 'z' }],
  ['as much exercised as required', passed, { ...contracts, minExercised: 66.6 }, 0, 'No violation'],
  ['less exercised than required', passed, { ...contracts, minExercised: 67 }, 2, '66.6 % was exercised (2 of 3'],
  [
    'questions that the profile leaves to another night do not count',
    [...passed, { ...finding('not-exercised'), cause: 'gate-sample' }],
    { ...contracts, minExercised: 66.6 },
    0,
    'No violation',
  ],
  ['a threshold without a request', [...passed, delivered, untried], contracts, 2, 'no request to: smoke.Ads.p95'],
  ['a threshold of a scenario that was not delivered', [...passed, untried], contracts, 0, 'No violation'],
  [
    'a threshold of a scenario left out',
    [...passed, untried, { ...delivered, verdict: 'not-exercised' }],
    contracts,
    0,
    '',
  ],
  [
    'a threshold of a scenario of which something else passed',
    [...passed, untried, finding('pass', 'http.completes:smoke')],
    contracts,
    0,
    'No violation',
  ],
  [
    'two thresholds without a request',
    [...passed, delivered, untried, { ...untried, check: 'load.threshold:smoke.Teams.p95' }],
    contracts,
    2,
    'no request to: smoke.Ads.p95, smoke.Teams.p95 (',
  ],
  [
    'a cause of another version of the suite',
    [...passed, { ...finding('not-exercised'), cause: 'of-another-version' as 'not-asked' }],
    { ...contracts, minExercised: 51 },
    2,
    '50 % was exercised (2 of 4',
  ],
  ['beside the selected check', [delivered, finding('pass')], { ...load, checks: ['limits.rec'] }, 2, 'Nothing was'],
  ['of the selected check', [finding('pass', 'limits.code')], { ...load, checks: ['limits'] }, 0, 'No violation'],
  ['a violation and less exercised', failed, { ...contracts, minExercised: 90 }, 2, 'exercised'],
] as readonly (readonly [string, readonly Finding[], Circumstances, number, string, Partial<GateInput>?])[])(
  '%s',
  ([_, findings, circumstances, code, why, more]) => {
    const decision = decided(findings, circumstances, more)
    expect(decision.code).toBe(code)
    expect(decision.why).toContain(why)
    // A reader of the outcome does not know the numbers of our rules.
    expect(decision.why).not.toMatch(/\bO\d+/)
  },
)

test.for(verdicts)('a run whose only verdict is %s is vacuous, unless it is pass or violation', (verdict) => {
  const decides = verdict === 'pass' || verdict === 'violation'
  expect(decided([finding(verdict)], contracts).code).toBe(verdict === 'violation' ? 1 : decides ? 0 : 2)
})

test.for([
  'limits.code',
  'limits.recovers',
  'load.threshold',
  'http.completes',
  'load.delivered',
  'http.completes:late',
])('%s decides nothing in a run that asks contracts', (check) => {
  expect(decided([finding('pass', check), finding('inconclusive')], contracts).code).toBe(2)
  expect(decided([finding('violation', check), finding('inconclusive')], contracts).code).toBe(2)
})

test.for([
  ['limits.code', 0, 1],
  ['load.threshold:Ads.p95', 0, 1],
  ['errors.server-error:load', 0, 1],
  ['load.delivered:smoke', 2, 2],
  ['http.completes:load', 2, 2],
] as const)(
  '%s alone makes a load run exit with %d where it passes, and with %d where it is violated',
  ([check, pass, broken]) => {
    expect(decided([finding('pass', check)], load, { load: calmLoad }).code).toBe(pass)
    expect(decided([finding('violation', check)], load, { load: calmLoad }).code).toBe(broken)
  },
)

test('a load run whose key was refused is no trustworthy answer, whatever else it found', () => {
  const found = [finding('pass', 'errors.server-error:smoke'), denied]
  expect(decided(found, load, { load: calmLoad })).toEqual({
    code: 2,
    why: 'The key of the load was refused: LOAD_API_KEY, or API_KEY in its place, is wrong for this target.',
  })
  expect(decided(found, contracts, { load: calmLoad }).code).toBe(0)
  expect(decided([...found, finding('pass', 'load.delivered:limits')], load).why).toMatch(/served, .* was suspended/)
})

const silent = { load: { ...calmLoad, answers: 0 } }

test('a load run without a whole answer, or which k6 broke off, names k6 or the selection where that is the reason', () => {
  const ended = { ...finding('inconclusive', 'load.delivered:smoke'), cause: 'broke-off' as const, message: 'k6 ended' }
  expect(decided([ended], load, silent)).toEqual({ code: 2, why: 'Nothing was answered: k6 ended.' })
  const skipped = { ...ended, cause: 'skipped' as const, message: 'Left out: no read' }
  expect(decided([skipped], load, silent).why).toBe('Left out: no read.')
  expect(decided([skipped, ended], load, silent).why).toBe('Nothing was answered: k6 ended.')
  const found = [finding('pass', 'errors.server-error:smoke'), ended]
  expect(decided(found, load, { load: calmLoad })).toEqual({ code: 2, why: 'No load was sent as planned: k6 ended.' })
  expect(decided(found, contracts, { load: calmLoad }).code).toBe(0)
  expect(decided([...found, finding('pass', 'load.delivered:limits')], load, { load: calmLoad }).code).toBe(0)
  expect(decided([...found, finding('violation', 'errors.server-error:smoke')], load, { load: calmLoad }).code).toBe(1)
})

test.for([
  ['a load run without a whole answer', load, silent, 'Nothing was answered: load got not one whole answer.'],
  ['load beside contracts without a whole answer', contracts, silent, null],
  ['half of the operations kept by time', contracts, { operations: { judged: 5, selected: 10, kept: 5 } }, null],
  [
    'more than half of the operations kept by time',
    contracts,
    { operations: { judged: 4, selected: 10, kept: 6 } },
    'Only 4 of 10 operations were judged: time, a limit or answers that the suite does not read kept 6 from it (--max-duration gives more time, --min-judged asks for less).',
  ],
  [
    'more than half kept, and --min-judged asks for less',
    { ...contracts, minJudged: 40 },
    { operations: { judged: 4, selected: 10, kept: 6 } },
    null,
  ],
  [
    'one kept, and --min-judged asks for all',
    { ...contracts, minJudged: 100 },
    { operations: { judged: 9, selected: 10, kept: 1 } },
    'Only 9 of 10',
  ],
  ['unjudged for other reasons', contracts, { operations: { judged: 1, selected: 10, kept: 0 } }, null],
] as const)('exit 0 needs enough judged operations and answers: %s', ([, circumstances, more, why]) => {
  const decision = decided(passed, circumstances, more)
  expect(decision.code).toBe(why === null ? 0 : 2)
  if (why !== null) expect(decision.why).toContain(why)
})

test.for([
  [8, 'pass', 'No violation in 8 judged findings; it is not clear whether 7 of 8 operations are there.'],
  [
    8,
    'inconclusive',
    'No violation in 7 judged findings; none of 8 operations could be told from routes that nobody lists.',
  ],
  [
    1,
    'inconclusive',
    'No violation in 7 judged findings; its one operation could not be told from routes that nobody lists.',
  ],
  [8, 'not-exercised', 'No violation in 7 judged findings.'],
] as const)('of %d operations that were asked whether they are there, one at most is %s', ([number, verdict, why]) => {
  const untold = Array.from({ length: number - 1 }, () => finding('inconclusive', 'catalog.reachable'))
  const others = Array.from({ length: 7 }, () => finding('pass'))
  const rest = verdict === 'not-exercised' ? [] : untold
  const { besides = [], ...told } = decided([...others, ...rest, finding(verdict, 'catalog.reachable')], contracts)
  expect(told).toEqual({ code: 0, why })
  expect(besides.map((one) => why.includes(`; ${one}`))).toEqual(verdict === 'not-exercised' ? [] : [true])
})

test.for([
  ['nobody there', [], { unreachable: 'connect\n  ECONNREFUSED' }, 'connect ECONNREFUSED.'],
  ['a question', passed, {}, 'Is it v1.2 or what?', { targetDoubt: ' Is it v1.2 or what? ' }],
  ['a point within', passed, {}, 'It speaks v1.2 alone.', { targetDoubt: 'It speaks v1.2 alone' }],
  [
    'nothing decided',
    [finding('inconclusive'), finding('undocumented')],
    {},
    'Nothing was decided: of 2 findings, none that counts ended in pass or violation, 1 because this was not asked in this run.',
  ],
  ['two violations on one operation', [...failed, finding('violation')], {}, '2 violations on 1 operation.'],
  ['a violation without an operation', [{ ...finding('violation'), operation: null }], {}, '1 violation.'],
  [
    'violations on two operations',
    [...failed, { ...finding('violation'), operation: 'GET /x' }, { ...finding('violation'), operation: null }],
    {},
    '3 violations on 2 operations.',
  ],
  ['interrupted', passed, { interrupted: 'SIGINT' }, 'SIGINT: what was done until then is reported.'],
  [
    'half exercised',
    [finding('pass'), finding('not-exercised')],
    { minExercised: 50 },
    'No violation in 1 judged finding.',
  ],
  ['parity untold', passed, {}, 'Settings differ (--fail-on parity).', { differing: [untold('Settings differ')] }],
  [
    'parity untold beside a violation',
    failed,
    {},
    '1 violation on 1 operation; the two cannot be compared (--fail-on parity).',
    { differing: [untold('The two cannot be compared')] },
  ],
  ['a known violation', [...passed, known], {}, 'No violation but 1 known in 2 judged findings.'],
  ['a violation and a known one', [...failed, known], {}, '1 violation on 1 operation, and 1 known.'],
  [
    'known findings that need a change',
    failed,
    {},
    '1 violation on 1 operation; 6 known findings stale (passes now, so take the entry out of known-findings.json): a, e, f, g, h …; 2 known findings expired (the date is over): b, c; 1 known finding unmatched (no run can have it): d.',
    { known: { stale: ['a', 'e', 'f', 'g', 'h', 'i'], expired: ['b', 'c'], unmatched: ['d'] } },
  ],
  ['known findings that need none', passed, {}, 'No violation in 1 judged finding.', { known: noTrouble }],
  [
    'drift and parity',
    passed,
    {},
    `${drift}; 1 observation not alike in the two runs (--fail-on parity).`,
    { differing: [...drifted, ...apart] },
  ],
  ['drift alone', passed, {}, `${drift}.`, { differing: drifted }],
  ['parity alone', passed, {}, '1 observation not alike in the two runs (--fail-on parity).', { differing: apart }],
] as readonly (readonly [string, readonly Finding[], Partial<Circumstances>, string, Partial<GateInput>?])[])(
  'the outcome is one sentence on one line: %s',
  ([, findings, circumstances, why, more]) => {
    expect(decided(findings, { ...contracts, ...circumstances }, more).why).toBe(why)
  },
)

test('a pass tells how many questions were left when time was over', () => {
  const late = { ...finding('not-exercised'), cause: 'out-of-time' as const }
  expect(decided([...passed, late, late], contracts).why).toBe(
    'No violation in 1 judged finding; time was over before 2 questions.',
  )
})

test('a pass with --fail-on drift tells where no baseline was accepted', () => {
  expect(decided(passed, contracts, { withoutBaseline: true }).why).toBe(
    'No violation in 1 judged finding; no baseline was accepted that drift could be told from.',
  )
})
