import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/** §1 Every request gets a whole answer over HTTP, and its body is JSON. */
const { operations, questionsTo, present } = presented('§1')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
