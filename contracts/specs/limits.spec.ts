import { describe, test } from 'vitest'
import { presented } from './presented.ts'

/** §8 Limits exist; no numbers are shown. Paging and idempotency key are only observed; load asks about the limit. */
const { operations, questionsTo, present } = presented('§8')

describe.for(operations)('$product $id', (operation) => {
  test.for(questionsTo(operation))('$check: $question', present)
})
