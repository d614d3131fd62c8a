import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import type { Deployment } from '../../fixtures/deployment.ts'
import { faultNamed } from '../../fixtures/faults/faults.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { developmentAt } from '../processes/child-run.ts'
import { ranSuite } from '../processes/warm-suite.ts'

let standing: Deployment
let front: Front
let home: string
const fresh = async () => faultNamed('embed-create-answers-201')?.plant(await createService()) as Deployment
beforeAll(async () => {
  standing = await fresh()
  front = await listen({ ...standing, handle: (request) => standing.handle(request) })
  home = mkdtempSync(join(tmpdir(), 'platform-api-suite-shards-'))
})
afterAll(async () => {
  await front.close()
  rmSync(home, { recursive: true, force: true })
})

const suite = (...words: readonly string[]) => ranSuite(words, developmentAt(front, home))
const gate = async (name: string, ...words: readonly string[]) =>
  await suite('run', 'gate', '--product', 'Events,Embeds,Ads', '--seed', '7', '--out', join(home, name), ...words)
const resultsIn = (name: string) => JSON.parse(readFileSync(join(home, name, 'results.json'), 'utf8')) as Results
const findingsIn = (name: string) => resultsIn(name).findings

test('the merged shards of a run have the findings of the run in one piece', { timeout: 180_000 }, async () => {
  expect((await gate('whole')).code).toBe(1)
  standing = await fresh()
  for (const index of [1, 2, 3])
    expect((await gate(`part-${index}`, '--shard', `${index}/3`)).output).toContain(`, shard ${index}/3)`)
  const parts = [1, 2, 3].map((index) => join(home, `part-${index}`))
  const merged = await suite('merge', ...parts, '--out', join(home, 'merged'))
  expect(merged.code, merged.output).toBe(1)
  const said = (name: string) =>
    findingsIn(name).map(({ id, check, operation, verdict, cause, message }) => ({
      id,
      check,
      operation,
      verdict,
      cause,
      message,
    }))
  expect(said('merged')).toEqual(said('whole'))
  const sent = (name: string) => resultsIn(name).run.requests
  expect(sent('merged')).toBe(sent('part-1') + sent('part-2') + sent('part-3'))
  const [one = [], two = [], three = []] = parts.map((_, index) => findingsIn(`part-${index + 1}`))
  expect(one.length + two.length + three.length).toBe(said('whole').length)
  expect(Math.min(one.length, two.length, three.length)).toBeGreaterThan(0)
  expect(readFileSync(join(home, 'history.ndjson'), 'utf8').trimEnd().split('\n')).toHaveLength(2)

  const [first = '', second = '', third = ''] = parts
  const refused = async (...words: readonly string[]) => {
    const { code, output } = await suite('merge', ...words, '--out', join(home, 'none'))
    expect(code).toBe(2)
    return output
  }
  expect(await refused(first, third)).toContain('Shard 2/3 is missing')
  expect(await refused(first, second, third, second)).toContain('Shard 2/3 is there twice')
  expect(await refused(first, join(home, 'whole'))).toContain('is no shard')
  await gate('other-seed', '--shard', '2/3', '--seed', '8')
  expect(await refused(first, join(home, 'other-seed'), third)).toContain('has another seed')
})

test.for(['0/3', '4/3', 'two', '1/0'])('--shard %s is refused', async (shard) => {
  const { code, output } = await gate('never', '--shard', shard)
  expect([code, output]).toEqual([2, expect.stringContaining('as 1/3')])
})
