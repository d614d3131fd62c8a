import { expect, test } from 'vitest'
import { failureOf, newWatch } from './failures.ts'

test('too few open files end the suite, and are no failure of the service', () => {
  const failed = () => failureOf({ message: 'EMFILE: connect EMFILE 127.0.0.1:80' }, newWatch(), 1, 10_000)
  expect(failed).toThrow('ulimit -n')
})
