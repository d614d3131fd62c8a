import { expect, test } from 'vitest'
import type { Cause } from '../evidence/causes.ts'
import type { Finding } from '../evidence/finding.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { gapsOf } from './gaps.ts'

const { results } = reportedRun('broken')

test('the gaps hold all not-exercised and inconclusive findings, the largest first, and last what the suite saves by itself', () => {
  const gaps = gapsOf(results)
  const sizes = gaps.map(({ findings }) => findings.length)
  expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).toSorted((one, other) => other - one))
  expect(gaps.at(-1)?.lead.cause).toBe('one-for-its-resource')
  expect(sizes.at(-1)).toBe(Math.max(...sizes))
  const { summary } = results
  expect(sizes.reduce((sum, size) => sum + size)).toBe(summary['not-exercised'] + summary.inconclusive)
})

function named(target: 'development' | 'production' | 'embedded', cause: Cause, check = 'auth.ineligible-origin') {
  const [first] = results.findings.filter(({ verdict }) => verdict === 'not-exercised')
  if (first === undefined) throw new Error('no gap')
  return gapsOf({ run: { ...results.run, target }, findings: [{ ...first, cause, check }] })[0]
}

test('a gap names the settings that would change it, as the environment spells them', () => {
  expect(named('development', 'no-restricted-origin')?.settings).toEqual(['DEV_RESTRICTED_ORIGIN'])
  expect(named('production', 'no-restricted-origin')?.settings).toEqual(['RESTRICTED_ORIGIN'])
  expect(named('development', 'not-started')?.settings).toEqual(['K6_BIN'])
  expect(named('development', 'no-restricted-origin')?.headline).toBe('DEV_RESTRICTED_ORIGIN is not set')
})

test('no setting is advised that would change nothing', () => {
  expect(named('production', 'policy-keyed-write')?.settings).toEqual([])
  expect(named('development', 'target-gone')?.settings).toEqual([])
  for (const name of ['healthy', 'unanswered', 'cutover'] as const) {
    const { results: run } = reportedRun(name)
    for (const { settings, headline } of gapsOf(run)) {
      if (run.run.target === 'embedded') expect(settings, headline).toEqual([])
      else for (const setting of settings) expect(setting.startsWith('DEV_')).toBe(run.run.target === 'development')
    }
  }
})

test('no setting is advised where the target never answered', () => {
  const [first] = results.findings.filter(({ verdict }) => verdict === 'not-exercised')
  if (first === undefined) throw new Error('no gap')
  const run = { ...results.run, target: 'development' as const }
  const unset = { ...first, cause: 'no-restricted-origin' as const }
  const gone = { ...first, cause: 'target-gone' as const }
  const settings = (findings: readonly Finding[]) => gapsOf({ run, findings }).flatMap((gap) => gap.settings)
  expect(settings([unset, gone])).toEqual([])
  expect(settings([unset, gone, { ...first, verdict: 'pass' }])).toEqual(['DEV_RESTRICTED_ORIGIN'])
})

test('a question that needs an accepted request names the setting that vouches for one', () => {
  const found = results.findings.find(({ check }) => check.startsWith('request.field-type'))
  if (found === undefined) throw new Error('no finding')
  const inconclusive = { ...found, verdict: 'inconclusive' as const, cause: 'control-refused' as const }
  expect(gapsOf({ run: results.run, findings: [inconclusive] })[0]?.settings).toEqual(['DEV_VALID_CHOICE_BODY'])
})

test('the remedy fits a setting that is set already: name more, take it out, or put a valid key in', () => {
  expect(named('development', 'not-restricted')).toMatchObject({
    settings: ['DEV_RESTRICTED_PRODUCTS'],
    remedy: 'name more in',
  })
  expect(named('development', 'no-restricted-products')?.remedy).toBe('set')
  expect(named('development', 'excluded')?.remedy).toBe('take it out of')
  for (const cause of ['own-credential-refused', 'own-credential-revoked', 'key-refused'] as const)
    expect(named('development', cause)?.remedy).toBe('put a valid key into')
})
