import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { top } from '../documents/files.ts'

test.for([
  ['0', 0, 'Passed'],
  ['1', 1, 'Failed'],
  ['2', 2, 'No trustworthy answer'],
  ['130', 130, 'Interrupted'],
  ['137', 137, 'Ended with 137'],
  // The empty exit code of a step that never ran, or was ended.
  ['', 130, 'Not run to its end'],
] as const)('state.sh: for the exit code "%s" a job ends with %i and tells %s', ([code, status, title]) => {
  const said = (GITHUB_ACTIONS: string) =>
    spawnSync('sh', ['docs/pipelines/state.sh', code], { cwd: top, env: { GITHUB_ACTIONS }, encoding: 'utf8' })
  expect(said('')).toMatchObject({ status, stdout: expect.stringMatching(`^${title}: `) })
  expect(said('true')).toMatchObject({ status, stdout: expect.stringMatching(`^::(notice|error) title=${title}::`) })
})
