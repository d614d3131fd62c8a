import { expect, test } from 'vitest'
import { trialStory } from './story.ts'

const atRest = (status: number) => ({ facts: { phase: 'rest', round: 1 } as const, status })

test.for([
  [200, 'none of 2 requests was refused'],
  [401, 'none of 2 requests was refused by a limit (each got 401)'],
  [404, 'none of 2 requests was refused by a limit (each got 404)'],
] as const)('what is answered with %i alone is told with its status, unless it is a success', ([status, story]) => {
  expect(trialStory([atRest(status), atRest(status)])).toBe(story)
})
