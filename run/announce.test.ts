import { expect, test } from 'vitest'
import { leftLine } from './announce.ts'

test('resources that stayed although a clean-up was declared are told with the reasons, and no others', () => {
  const undoes = 'POST /api/vote/embed/create'
  const left = (operation: string, why: string) => ({ operation, id: 'x', why })
  const refused = left(undoes, 'its clean-up was answered with 500')
  const other = left('POST /api/team/general/create', 'no clean-up is declared for it')
  const late = left(undoes, 'there was no time to undo it')
  expect(leftLine([refused, other, refused, late], [{ undoes }])).toBe(
    '3 resources that this run created stayed, see created.json: 2 because its clean-up was answered with 500; 1 because there was no time to undo it',
  )
  expect(leftLine([other], [{ undoes }])).toBe(null)
  expect(leftLine([refused], [])).toBe(null)
})
