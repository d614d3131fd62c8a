import { expect, test } from 'vitest'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import { listing, type Played, play } from '../trust/fabricated/contracts.ts'
import type { RunOptions } from './options/run-options.ts'
import { selectorOf } from './options/selection.ts'
import type { RecordedRun } from './record.ts'
import { isAskedOtherwise, loadWords, optionsFor, whyExcluded } from './replay.ts'

const run = play({
  operations: [listing],
  checks: ['auth.invalid-credential'],
  answers: ({ credential }) => (credential === 'invalid:empty' ? 200 : undefined),
})
const finding = run.findings.find(({ verdict }) => verdict === 'violation')
if (finding === undefined) throw new Error('nothing was found')

/** The plan of another version, which does not ask with that credential. */
const without = (leftOut: string): Pick<Played, 'plan'> => ({
  plan: { ...run.plan, entries: run.plan.entries.filter(({ probe }) => probe.credential !== leftOut) },
})

test('a finding is asked again where all that it was seen on is', () => {
  expect(isAskedOtherwise(finding, run, run)).toBe(false)
})

test.for([
  ['invalid:empty', true, 'what it was seen on is not asked any more: old evidence says nothing of today'],
  ['invalid:blanks', false, 'another question is asked otherwise'],
  ['eligible', false, 'what it was compared with may be asked otherwise'],
] as const)('without %s it is asked otherwise: %s, %s', ([leftOut, isOtherwise]) => {
  expect(isAskedOtherwise(finding, run, without(leftOut))).toBe(isOtherwise)
})

test('what a run was told to leave alone is left alone again', () => {
  const exclude = 'GET /api/team/general/all'
  const facts = { target: 'development', seed: 7, profile: 'nightly' }
  const recorded = { recording: { run: facts, load: null, excluded: [exclude] } } as unknown as RecordedRun
  expect(optionsFor(finding, recorded, null)).toMatchObject({ exclude: [exclude], operation: [listing], seed: 7 })
})

test.for([
  ['what its run was told', [listing], [], 'its run was told --exclude "GET /api/video/details/all"'],
  ['the setting of now', [], [listing], 'is excluded by DEV_EXCLUDE_OPERATIONS: take it out there'],
  ['nothing', [], [], null],
] as const)('a finding of an operation that is excluded says by what: %s', ([, option, setting, why]) => {
  const options = { product: [], operation: [], check: [], exclude: option }
  const selection = selectorOf(options, catalogue)(setting)
  const prepared = { options: options as unknown as RunOptions, selection, target: { name: 'development' } as const }
  expect(whyExcluded(finding, prepared)).toEqual(why === null ? null : expect.stringContaining(why))
})

test('load is asked again at the rate and for the time that it had', () => {
  const scenario = (name: string, ratePerSecond: number | null) => ({
    name,
    planned: { requests: 128, ratePerSecond, durationMs: 8000 },
  })
  const load = { scenarios: [scenario('limits', null), scenario('stress', 20)] }
  const words = (name: string) => loadWords(name, load as unknown as RecordedRun['recording']['load'])
  expect(words('stress')).toEqual(['--rate', '20', '--duration', '8'])
  expect(words('limits')).toEqual([])
  expect(words('smoke')).toEqual([])
})
