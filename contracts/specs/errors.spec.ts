import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/** §7 An error has a status and a code that go together. Where the code stands in the answer is not shown: the run learns the place. */
const { operations, questionsTo, present } = presented('§7')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
