import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/**
 * §8 Limits exist; their numbers are not shown. Paging and the idempotency key are observed and never judged. The load half asks
 * about the rate limit.
 */
const { operations, questionsTo, present } = presented('§8')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
