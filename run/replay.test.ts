import { expect, test } from 'vitest'
import { listing, type Played, play } from '../trust/fabricated/contracts.ts'
import { isAskedOtherwise } from './replay.ts'

const run = play({
  operations: [listing],
  checks: ['auth.invalid-credential'],
  answers: ({ credential }) => (credential === 'invalid:empty' ? 200 : undefined),
})
const finding = run.findings.find(({ verdict }) => verdict === 'violation')
if (finding === undefined) throw new Error('nothing was found')

/** The plan of another version, which does not ask with these credentials. */
const without = (isLeftOut: (credential: string) => boolean): Pick<Played, 'plan'> => ({
  plan: { ...run.plan, entries: run.plan.entries.filter(({ probe }) => !isLeftOut(probe.credential)) },
})

test('a finding is asked again where all that it was seen on is', () => {
  expect(isAskedOtherwise(finding, run, run)).toBe(false)
  expect(
    isAskedOtherwise(
      finding,
      run,
      without((credential) => credential === 'invalid:blanks'),
    ),
  ).toBe(false)
})

test('what it was seen on is not asked any more: old evidence says nothing of today', () => {
  expect(
    isAskedOtherwise(
      finding,
      run,
      without((credential) => credential === 'invalid:empty'),
    ),
  ).toBe(true)
})

test('what it was compared with may be asked otherwise', () => {
  expect(
    isAskedOtherwise(
      finding,
      run,
      without((credential) => credential === 'eligible'),
    ),
  ).toBe(false)
})
