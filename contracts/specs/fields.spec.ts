import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/**
 * §2 The members of requests and of the response envelope have the types that the tables show. Which members a request needs, and
 * which values they allow, is not shown: the specs assert nothing about that.
 */
const { operations, questionsTo, present } = presented('§2')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
