import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { listing, type Played, play } from '../trust/fabricated/contracts.ts'
import type { RunOptions } from './options/run-options.ts'
import { selectorOf } from './options/selection.ts'
import type { RecordedRun } from './record.ts'
import { brokenNow, isAskedOtherwise, loadWords, optionsFor, whyExcluded } from './replay.ts'

const run = play({
  operations: [listing],
  checks: ['auth.invalid-credential'],
  answers: ({ credential }) => (credential === 'invalid:empty' ? 200 : undefined),
})
const finding = run.findings.find(({ verdict }) => verdict === 'violation')
if (finding === undefined) throw new Error('nothing was found')

/** The plan of another version, which asks nothing with this credential. */
const without = (leftOut: string): Pick<Played, 'plan'> => ({
  plan: { ...run.plan, entries: run.plan.entries.filter(({ probe }) => probe.credential !== leftOut) },
})

test('a finding is asked in the same way where the plan has all probes on which it was seen', () => {
  expect(isAskedOtherwise(finding, run, run)).toBe(false)
})

test.for([
  ['invalid:empty', true, 'the probe on which it was seen is not asked any more'],
  ['invalid:blanks', false, 'only another probe is missing'],
  ['eligible', false, 'only a probe with which it was compared is missing'],
] as const)('a finding in a plan without %s is asked otherwise: %s, since %s', ([leftOut, isOtherwise]) => {
  expect(isAskedOtherwise(finding, run, without(leftOut))).toBe(isOtherwise)
})

test('what broke beside a finding that passes now is told where new exchanges alone show it', () => {
  const ids = brokenNow([finding], [], run.exchanges).map(({ id }) => id)
  expect(ids).toEqual([finding.id])
  expect(brokenNow([finding], [finding], run.exchanges)).toEqual([])
  expect(brokenNow([{ ...finding, verdict: 'pass' }], [], run.exchanges)).toEqual([])
  expect(brokenNow([finding], [], [])).toEqual([])
})

test('operations that the run excluded are excluded again', () => {
  const exclude = 'GET /api/team/general/all'
  const facts = { target: 'development', seed: 7, profile: 'nightly' }
  const recorded = { recording: { run: facts, load: null, excluded: [exclude] } } as unknown as RecordedRun
  expect(optionsFor(finding, recorded, null)).toMatchObject({ exclude: [exclude], operation: [listing], seed: 7 })
})

test.for([
  ['the option of its run', [listing], [], 'its run was told --exclude "GET /api/video/details/all"'],
  ['the present setting', [], [listing], 'is excluded by DEV_EXCLUDE_OPERATIONS: take it out there'],
  ['nothing', [], [], null],
] as const)('a finding of an excluded operation tells what excluded it: %s', ([, option, setting, why]) => {
  const options = { target: 'development', product: [], operation: [], check: [], exclude: option }
  const selection = selectorOf(options, catalogue)(setting)
  expect(whyExcluded(finding, { options: options as unknown as RunOptions, selection })).toEqual(
    why === null ? null : expect.stringContaining(why),
  )
})

test('load is asked again at the same rate and for the same time', () => {
  const scenario = (name: string, ratePerSecond: number | null) => ({
    name,
    planned: { requests: 128, ratePerSecond, durationMs: 8000 },
    budget: { requests: 1500, ms: 200_000 },
  })
  const load = { scenarios: [scenario('limits', null), scenario('stress', 20)] }
  const words = (name: string) => loadWords(name, load as unknown as RecordedRun['recording']['load'])
  expect(words('stress')).toEqual(['--rate', '20', '--duration', '8'])
  expect(words('limits')).toEqual(['--duration', '200'])
  expect(words('smoke')).toEqual([])
})
