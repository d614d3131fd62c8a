import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/**
 * §5 The key goes in one header. Without it, or with a wrong one, the answer is 401; with one that is not eligible, 403. Which
 * operations need the key is not shown, so one that is open is observed and not blamed.
 */
const { operations, questionsTo, present } = presented('§5')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
