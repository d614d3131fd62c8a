import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { faultNamed } from '../../fixtures/faults/faults.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { developmentAt, endedSuite } from '../processes/child-run.ts'
import { answer, error, expectNoTrust } from '../processes/untrusted.ts'
import { type EndedSuite, ranSuite } from '../processes/warm-suite.ts'
import { changed, silentChanges } from './silent-changes.ts'

/** All nights have one address, at which the deployment is exchanged: a team's service breaks and is repaired in its place. */
let standing: Deployment
let front: Front
let home: string
beforeAll(async () => {
  const service = await createService()
  standing = service
  front = await listen({ ...service, handle: (request) => standing.handle(request) })
  home = mkdtempSync(join(tmpdir(), 'platform-api-suite-nights-'))
})
afterAll(async () => {
  await front.close()
  rmSync(home, { recursive: true, force: true })
})

const settings = (url = front.url) => ({
  ...developmentAt({ ...front, url }, home),
  BASELINE_DIR: join(home, 'baseline'),
})

/** A night of a few operations, as a team's pipeline runs it. Its folder is kept. */
async function night(
  name: string,
  words: readonly string[] = [],
  url?: string,
): Promise<EndedSuite & { results: Results }> {
  const narrowed = ['--product', 'Events,Embeds', '--only', 'contracts', '--seed', '7']
  const run = ['run', 'nightly', ...narrowed, '--out', join(home, name), ...words]
  const ended = await ranSuite(run, settings(url))
  const file = join(home, name, 'results.json')
  if (!existsSync(file)) throw new Error(ended.output)
  return { ...ended, results: JSON.parse(readFileSync(file, 'utf8')) }
}

const suite = (...words: readonly string[]) => ranSuite(words, settings())
const faulty = async (name: string) => faultNamed(name)?.plant(await createService()) as Deployment
const knowing = (id: string, run: string) => [
  ...['known', 'add', id, '--reason', 'PAY-17', '--owner', 'payments', '--until', inDays(30)],
  join(home, run),
]
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('each night tells what is new, known, fixed, stale or drifted', { timeout: 240_000 }, async () => {
  standing = await faulty('embed-create-answers-201')
  const first = await night('first')
  expect(first.code, first.output).toBe(1)
  const violations = first.results.findings.filter(({ verdict }) => verdict === 'violation')
  const ids = violations.map(({ id }) => id)
  expect(violations.length).toBeGreaterThan(0)
  // The identifier for the log of the service is told beside the curl and the replay line.
  expect(violations[0]?.requestIds).toEqual([{ name: 'requestId', value: expect.stringMatching(/^\S+$/) }])
  expect(readFileSync(join(home, 'first', 'junit.xml'), 'utf8')).toMatch(
    /npx suite replay \w+\nIn the service.{1,6}s log: /,
  )
  expect(first.results.changes).toEqual({ comparedWith: null, new: [], fixed: [], still: [], unstable: [] })
  expect(violations.every(({ since }) => since?.run === first.results.run.id)).toBe(true)

  // For a night the target does not answer: the old violations are not new after it.
  const outage = await night('outage', [], 'http://127.0.0.1:9')
  expect(outage.code).toBe(2)
  const again = await night('again')
  expect(again.results.changes).toMatchObject({ comparedWith: first.results.run.id, new: [], still: ids })
  expect(again.results.findings.find(({ id }) => id === ids[0])?.since).toEqual(violations[0]?.since)

  // Several people write down what they know at once: nothing of it is lost.
  const added = await Promise.all(ids.map((id) => endedSuite(knowing(id, 'again'), settings())))
  for (const [index, { output }] of added.entries()) expect(output).toContain(`${ids[index]} is known until`)
  const excused = await night('excused')
  expect(excused.code, excused.output).toBe(0)
  expect(excused.results.summary).toMatchObject({ violation: ids.length, known: ids.length })
  expect(excused.results.findings.find(({ id }) => id === ids[0])?.known).toEqual({
    reason: 'PAY-17',
    owner: 'payments',
    until: inDays(30),
  })
  expect(readFileSync(join(home, 'history.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(4)

  standing = await createService()
  const fixed = await night('fixed')
  expect(fixed.code, fixed.output).toBe(1)
  expect(fixed.output).toContain('stale')
  expect(fixed.results.known?.stale).toEqual(ids.toSorted())
  expect(fixed.results.changes).toMatchObject({ new: [], fixed: ids, still: [] })
  rmSync(join(home, 'baseline'), { recursive: true })

  expect((await suite('baseline', 'accept', join(home, 'fixed'))).output).toMatch(/\d+ observations of .* accepted/)
  const quiet = await night('quiet', ['--fail-on', 'drift', '--seed', '8'])
  expect(quiet.code, quiet.output).toBe(0)
  expect(quiet.output).toContain('No change since the baseline in what both were asked.')
  standing = changed(
    await createService(),
    silentChanges.filter(({ name }) => name === 'another success status'),
  )
  const drifted = await night('drifted')
  expect(drifted.code, drifted.output).toBe(0)
  const drift = drifted.results.findings.filter(({ check }) => check.startsWith('drift.'))
  expect(drift.map(({ operation }) => operation)).toContain('GET /api/events/general/all')
  expect(new Set(drift.map(({ operation }) => operation)).size).toBe(1)
  expect(drift.every(({ verdict, expected, observed }) => verdict === 'undocumented' && expected !== observed)).toBe(
    true,
  )
  expect((await night('red', ['--fail-on', 'drift'])).code).toBe(1)

  // Where two runs are accepted together, their differences count as chance, not as drift.
  const both = await suite('baseline', 'accept', join(home, 'fixed'), join(home, 'drifted'))
  expect(both.output).toMatch(/; \d+ things? differs? by chance and (is|are) left out/)
  expect((await night('as-either', ['--fail-on', 'drift'])).code).toBe(0)

  const parity = (one: string, other: string) => suite('parity', join(home, one), join(home, other))
  expect((await parity('fixed', 'quiet')).output).toMatch(/^ALIKE {2}\d+ observations/)
  const differing = await parity('quiet', 'drifted')
  expect(differing.code).toBe(1)
  expect(differing.output).toContain('parity.changed  GET /api/events/general/all  with the key: status')
  const unlike = await parity('quiet', 'outage')
  expect([unlike.code, unlike.output]).toEqual([2, expect.stringContaining('not to be trusted')])

  // A run judged again from its folder gives the same bytes, even without the baseline.
  const before = readFileSync(join(home, 'drifted', 'results.json'), 'utf8')
  rmSync(join(home, 'baseline'), { recursive: true })
  expect((await suite('rejudge', join(home, 'drifted'))).code).toBe(0)
  expect(readFileSync(join(home, 'drifted', 'results.json'), 'utf8')).toBe(before)
})

test('a replay on another service, or with an unknown key, does not tell whether the finding is gone', async () => {
  standing = await faulty('missing-get-events-general-all')
  const { results } = await night('before-it-moved')
  const { id } = results.findings.find(
    ({ check, verdict }) => check === 'catalog.reachable' && verdict === 'violation',
  ) ?? { id: '' }
  const again = () => suite('replay', id, join(home, 'before-it-moved'))
  const still = await again()
  // Without a key in the curl line no variable has to be set first.
  expect([still.code, still.output]).toEqual([1, expect.stringMatching(/\n {2}observed .*\n {2}by hand {3}curl /)])
  const alike = (status: number, body: string): Deployment => ({
    ...standing,
    handle: async () => answer(status, body),
  })
  standing = alike(404, '{"error":"nope"}')
  expectNoTrust(await again(), /CANNOT TELL .*is its base path right/)
  standing = alike(401, error('authentication_required'))
  expectNoTrust(await again(), /CANNOT TELL {2}The own key was refused everywhere: DEV_API_KEY is wrong/)
})

test('an open door is never excused', { timeout: 120_000 }, async () => {
  standing = await faulty('accepts-no-key-on-post-vote-embed-create')
  const open = await night('open')
  const door = open.results.findings.find(({ cause }) => cause === 'accepted-without-key')
  const refused = await suite(...knowing(door?.id ?? '', 'open'))
  expect(refused.code, refused.output).toBe(2)
  expect(refused.output).toContain('never excused')
})

test('a broken history ends the run before the first request, and is kept', { timeout: 120_000 }, async () => {
  const path = join(home, 'history.ndjson')
  const asked = front.record.length
  const broken = `${readFileSync(path, 'utf8')}<<<<<<< HEAD\n`
  writeFileSync(path, broken)
  const { code, output } = await suite('run', 'gate', '--out', join(home, 'none'))
  expect(code).toBe(2)
  expect(output).toMatch(/history\.ndjson, line \d+: the marks of an unresolved merge\. \S/)
  expect(readFileSync(path, 'utf8')).toBe(broken)
  expect(front.record.length).toBe(asked)
})
