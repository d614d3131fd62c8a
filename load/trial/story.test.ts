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

test.for([
  [503, '0 answered, then 503; still refused after 3 s'],
  [null, '0 answered, then no answer; still no answer after 3 s'],
] as const)('what is not served to the end, with %j, is told as it was', ([status, story]) => {
  const last = { facts: { phase: 'poll', round: 1, waitedMs: 3000 } as const, status }
  expect(trialStory([{ ...atRest(200), status }, last])).toBe(story)
})
