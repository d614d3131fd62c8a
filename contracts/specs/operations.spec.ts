import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/**
 * §4 Every listed operation is there, under exactly its method and path. What the three detailed ones take and answer is shown;
 * of the others nothing but their names.
 */
const { operations, questionsTo, present } = presented('§4')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
