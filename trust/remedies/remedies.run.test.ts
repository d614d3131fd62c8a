import { expect, test } from 'vitest'
import { causes, settingsOf } from '../../evidence/causes.ts'
import { detailed } from '../../fixtures/catalog/catalog.ts'
import { remedies } from './remedies.ts'

const rows = Object.entries(remedies).flatMap(([cause, own]) =>
  own.map((remedy) => [`${cause} on ${remedy.operation ?? 'the run'}`, cause, remedy] as const),
)

test.for(rows)('%s: following the advice of the report changes the outcome', async ([, cause, remedy]) => {
  const before = await remedy.before()
  expect(before.cause).toBe(cause)
  expect(remedy.follows).toEqual(settingsOf(cause, remedy.operation))
  const after = await remedy.after()
  expect(after.id).toBe(before.id)
  expect(after.cause).not.toBe(cause)
  expect(after.verdict).not.toBe(before.verdict)
})

/** The operations whose requests the settings can vouch for. */
const detailedOperations = Object.values(detailed)

test.for(Object.entries(remedies))('%s: each setting that this cause can name has a row', ([cause, own]) => {
  const named = new Set([null, ...detailedOperations].flatMap((operation) => settingsOf(cause, operation)))
  expect(new Set(own.flatMap(({ follows }) => follows))).toEqual(named)
})

test('every cause that names settings has rows', () => {
  const naming = Object.entries(causes).flatMap(([cause, row]) => ('settings' in row ? cause : []))
  expect(Object.keys(remedies).sort()).toEqual(naming.sort())
})
