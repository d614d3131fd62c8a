import { describe, expect, test } from 'vitest'
import { UsageError } from '../../evidence/usage-error.ts'
import { readRunOptions } from './run-options.ts'

function refusal(...args: readonly string[]): string {
  try {
    readRunOptions(args)
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  throw new Error('nothing was refused')
}

describe('the options of run', () => {
  test.for([
    [[], 'run needs a profile: nightly, gate, cutover'],
    [['nigthly'], "There is no profile 'nigthly': did you mean 'nightly'?"],
    [['gate', 'nightly'], "'nightly' is one word too many"],
    [['gate', '--target', 'produktion'], "did you mean 'production'?"],
    [['gate', '--product', 'embeds, PAYMENTS'], null],
    [['gate', '--only', 'contract'], "did you mean 'contracts'?"],
    [['gate', '--only', 'load', '--check', 'auth'], '--check auth asks contracts, which --only load leaves out'],
    [['gate', '--only', 'load', '--check', 'limits.code'], null],
    [['gate', '--only', 'load', '--check', 'l'], null],
    [
      ['gate', '--only', 'contracts', '--scenario', 'smoke'],
      '--scenario smoke is load, which --only contracts leaves out',
    ],
    [['gate', '--verbose'], '--verbose goes with --dry-run'],
    [['gate', '--load-processes', '0'], 'from 1 to 64'],
    [['gate', '--load-processes', '2'], null],
    [['gate', '--rate', '0'], 'a number above 0'],
    [['gate', '--rate', '1e9'], 'a number above 0'],
    [['gate', '--rate', '2.5'], null],
    [['gate', '--duration', '0'], 'from 1 to 86400'],
    [['gate', '--duration', '5'], null],
    [['cutover', '--no-parity'], null],
    [['gate', '--env-file', 'x'], "There is no option '--env-file'"],
    [['gate', '--check', 'auth.missing'], null],
    [['gate', '--check', 'request.field-type:name'], null],
    [['gate', '--check', 'auth'], null],
    [['gate', '--check', 'auth.mising-credential'], "did you mean 'auth.missing-credential'?"],
    [['gate', '--check', 'auth.mising'], "did you mean 'auth.missing'?"],
    [['gate', '--check', ''], "There is no check ''"],
    [['gate', '--scenario', 'smoke,'], null],
    [['gate', '--scenario', ','], "There is no scenario ''"],
    [['gate', '--scenario', 'limit'], "did you mean 'limits'?"],
    [['gate', '--concurency', '3'], "did you mean '--concurrency'?"],
    [['gate', '--concurency=3'], "did you mean '--concurrency'?"],
    [['gate', '-q'], "There is no option '-q': options begin with two dashes"],
    [['gate', '--target'], '--target'],
    [['gate', '--quiet=yes'], '--quiet'],
    [['gate', '--seed=-1'], '--seed takes a whole number'],
    [['gate', '--seed', '2147483648'], 'from 0 to 2147483647'],
    [['gate', '--seed', '2147483647'], null],
    [['gate', '--concurrency', '0'], '--concurrency takes a whole number from 1 to 256'],
    [['gate', '--concurrency', '257'], 'from 1 to 256'],
    [['gate', '--concurrency', '256'], null],
    [['gate', '--concurrency', '1.5'], "not '1.5'"],
    [['gate', '--concurrency', '1e2'], "not '1e2'"],
    [['gate', '--timeout', '9'], 'from 10 to 600000'],
    [['gate', '--timeout', '600001'], 'from 10 to 600000'],
    [['gate', '--max-duration', '0'], 'from 1 to 86400'],
    [['gate', '--wait', '86401'], 'from 0 to 86400'],
    [['gate', '--wait', '0'], null],
    [['gate', '--min-exercised', '101'], 'from 0 to 100'],
    [['gate', '--min-exercised', '100'], null],
    [['gate', '--min-judged', '101'], 'from 0 to 100'],
    [['gate', '--min-judged', '100'], null],
  ] as const)('%j', ([args, words]) => {
    if (words === null) expect(() => readRunOptions(args)).not.toThrow()
    else expect(refusal(...args)).toContain(words)
  })

  test('have the documented defaults', () => {
    expect(readRunOptions(['gate', '--only', 'load', '--only', 'contracts']).only).toBeNull()
    const { concurrency, timeout, wait, dryRun, quiet, seed, minExercised, only } = readRunOptions(['gate'])
    expect({ concurrency, timeout, wait, dryRun, quiet, seed, minExercised, only }).toEqual({
      concurrency: 16,
      timeout: 10_000,
      wait: 0,
      dryRun: false,
      quiet: false,
      seed: null,
      minExercised: null,
      only: null,
    })
    const defaults = (['gate', 'cutover', 'nightly'] as const).map((profile) => readRunOptions([profile]))
    expect(defaults.map(({ target, maxDuration }) => [target, maxDuration / 1000])).toEqual([
      ['development', 300],
      ['production', 900],
      ['development', 3600],
    ])
  })

  test('are read in any order, and some may be repeated', () => {
    const read = readRunOptions([
      '--product',
      'Embeds',
      'nightly',
      '--product=Teams',
      '--check',
      'limits',
      '--only',
      'load',
      '--max-duration',
      '7',
      '--wait',
      '3',
      '--dry-run',
      '--quiet',
      '--seed',
      '5',
      '--target',
      'embedded',
      '--settings',
      'x.env',
      '--out',
      'there',
      '--exclude',
      'GET /a',
      '--operation',
      'GET /b',
    ])
    expect(read).toMatchObject({
      profile: 'nightly',
      product: ['Embeds', 'Teams'],
      check: ['limits'],
      only: 'load',
      maxDuration: 7_000,
      wait: 3_000,
      dryRun: true,
      quiet: true,
      seed: 5,
      target: 'embedded',
      settings: 'x.env',
      out: 'there',
      exclude: ['GET /a'],
      operation: ['GET /b'],
    })
  })
})
