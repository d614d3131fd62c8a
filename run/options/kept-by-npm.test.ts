import { expect, test } from 'vitest'
import { UsageError } from '../../evidence/usage-error.ts'
import { refuseKeptByNpm } from './kept-by-npm.ts'
import { runOptions } from './run-options.ts'

test.for([
  [{ npm_lifecycle_event: 'gate', npm_config_dry_run: 'true' }, 'npm run gate -- --dry-run'],
  [{ npm_lifecycle_event: 'cutover', npm_config_exclude: 'POST /x' }, 'npm run cutover -- --exclude'],
  [{ npm_lifecycle_event: 'start', npm_config_only: 'contracts' }, 'npm start -- --only'],
  [{ npm_lifecycle_event: 'nightly', npm_config_max_duration: '5' }, 'npm run nightly -- --max-duration'],
] as const)('%j is refused, since npm kept an option of the suite', ([environment, said]) => {
  expect(() => refuseKeptByNpm(runOptions, environment)).toThrow(UsageError)
  expect(() => refuseKeptByNpm(runOptions, environment)).toThrow(said)
})

test('a value whose option npm kept is refused, also where npm calls the option otherwise', () => {
  const gate = (...words: readonly string[]) =>
    refuseKeptByNpm(runOptions, { npm_lifecycle_event: 'gate', npm_config_production: 'true' }, ['gate', ...words])
  expect(() => gate('Embeds')).toThrow(
    "'Embeds' stands alone, as npm keeps options for itself: npm run gate -- --OPTION",
  )
  gate('--product', 'Embeds')
})

test.for([
  {},
  { npm_config_dry_run: 'true' },
  { npm_lifecycle_event: 'test', npm_config_dry_run: 'true' },
  { npm_lifecycle_event: 'gate', npm_config_dry_run: '' },
  { npm_lifecycle_event: 'gate', npm_config_target: '20.0.0', npm_config_only: 'prod' },
])('%j is accepted, since it holds no option of the suite', (environment) => {
  refuseKeptByNpm(runOptions, environment)
})
