import { expect, test } from 'vitest'
import { announcement } from './announce.ts'
import { readRunOptions } from './options/run-options.ts'
import { type Prepared, prepare } from './prepare.ts'

const [teams, events] = ['GET /api/team/general/all', 'GET /api/events/general/all']
const both = { BASE_URL: 'https://api.example.com', DEV_BASE_URL: 'https://dev.example.com', HISTORY_FILE: '/dev/null' }
const cutover = (settings: Readonly<Record<string, string>>) =>
  prepare(readRunOptions(['cutover', '--product', 'Teams,Events', '--settings', '/dev/null']), { ...both, ...settings })

/** The paths to which the plan sends something. */
const sentTo = ({ plan }: Prepared) =>
  new Set(plan.entries.filter(({ barred }) => barred === null).map(({ probe }) => probe.path))

test('development is asked before a cutover without what either environment excludes', async () => {
  const production = await cutover({ EXCLUDE_OPERATIONS: teams, DEV_EXCLUDE_OPERATIONS: events })
  if (production.twin === null) throw new Error('development is not asked')
  const paths = ['/api/team/general/all', '/api/events/general/all']
  expect(paths.map((path) => sentTo(production).has(path))).toEqual([false, true])
  expect(paths.map((path) => sentTo(production.twin as Prepared).has(path))).toEqual([false, false])
})

test('the shards of a cutover ask both environments about the same operations, whatever either excludes', async () => {
  const words = ['cutover', '--settings', '/dev/null', '--seed', '1', '--shard', '2/4']
  const excluded = { EXCLUDE_OPERATIONS: teams, DEV_EXCLUDE_OPERATIONS: `${events},POST /api/vote/embed/create` }
  const { plan, twin } = await prepare(readRunOptions(words), { ...both, ...excluded })
  expect(twin?.plan.questions.map(({ id }) => id)).toEqual(plan.questions.map(({ id }) => id))
})

test('a cutover says before its first request that development is asked, and which settings keep the two from being compared', async () => {
  const said = async (settings: Readonly<Record<string, string>>) =>
    announcement(await cutover({ API_KEY: 'key-of-production', ...settings })).at(-1)
  const first = '  first development, https://dev.example.com, is asked the same'
  expect(await said({ DEV_API_KEY: 'key-of-development' })).toBe(first)
  expect(await said({})).toBe(`${first}; it cannot be compared, since the settings differ: API_KEY`)
})
