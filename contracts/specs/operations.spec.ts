import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/**
 * §4 Every listed operation is there, under exactly its method and path. Request and answer are shown of the three detailed
 * operations. Of all others only the names are shown.
 */
const { operations, questionsTo, present } = presented('§4')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
