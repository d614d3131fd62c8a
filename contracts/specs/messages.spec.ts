import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/**
 * §1 Whatever is asked gets a whole answer over HTTP, and what it says is JSON.
 */
const { operations, questionsTo, present } = presented('§1')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
