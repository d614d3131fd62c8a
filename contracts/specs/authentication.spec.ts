import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/**
 * §5 The key goes in one header. Without a key, or with a wrong one, the answer is 401. With a key that is not eligible it is 403.
 * Which operations need the key is not shown, so an open operation is observed and not blamed.
 */
const { operations, questionsTo, present } = presented('§5')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
