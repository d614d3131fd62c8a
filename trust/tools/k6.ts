import { exit, stderr, stdout } from 'node:process'
import { UsageError } from '../../evidence/usage-error.ts'
import { k6ForTests } from './k6-for-tests.ts'
import { scriptWords } from './script.ts'

scriptWords({
  call: 'npm run k6',
  about: `
Finds the k6 that runs and tests use, and builds it by Go where there is none: ahead of them, in an image of a pipeline. Ends with 2
where it cannot be had, and says what to do.`,
  options: {},
  words: 'none',
})
try {
  const { version, binary } = await k6ForTests()
  stdout.write(`k6 v${version}: ${binary}\n`)
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  stderr.write(`${error.message}\n`)
  exit(2)
}
