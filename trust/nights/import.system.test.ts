import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import { isDecided } from '../../evidence/verdict.ts'
import { at, withBody } from '../../fixtures/faults/planting.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment, startSuite } from '../processes/child-run.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-import-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Operations beside the 265 that a team may know: one of Payments, and seventeen of four unlisted products. */
const hidden = ['wallet', 'search', 'audit', 'notify']
const behaves = { get: 'get', all: 'get', create: 'post', delete: 'post' } as const
const paths = Object.fromEntries([
  ...hidden.flatMap((word) =>
    Object.entries(behaves).map(([name, method]) => [`/api/${word}/general/${name}`, { [method]: { summary: name } }]),
  ),
  ['/api/wallet/general/update', { put: { summary: 'update' } }],
  ['/api/payment/ledger/all', { get: { summary: 'get all' } }],
])
const added = Object.entries(paths).map(([path, item]) => `${Object.keys(item as object)[0]?.toUpperCase()} ${path}`)

test('the eighteen operations that no table lists are imported, asked, judged and cleaned up', async () => {
  // The reference service serves them like the operations of Teams with the same last word. A wallet needs no name.
  const service = await createService()
  const front = await listen({
    ...service,
    handle: (request) => {
      const [path = ''] = request.target.split('?')
      const isAdded = added.some((id) => id.endsWith(` ${path}`))
      const like = request.target.replace(/^\/api\/\w+\/\w+\//, '/api/team/general/')
      const isPlain = path === '/api/wallet/general/create' && request.body.toString() === '{}'
      const asked = isPlain ? withBody(request, { name: 'made' }) : request
      return service.handle(isAdded ? at(asked, like) : asked)
    },
  })
  const [openapi, extension, out] = ['openapi.json', 'more.json', 'run'].map((name) => join(home, name)) as [
    string,
    string,
    string,
  ]
  try {
    writeFileSync(openapi, JSON.stringify({ openapi: '3.1.0', info: { title: 'x', version: '1' }, paths }))
    const imported = await startSuite(['catalog', 'import', openapi, '--out', extension]).ended
    expect([imported.code, imported.output]).toEqual([0, expect.stringContaining('18 operations')])
    const made = JSON.parse(readFileSync(extension, 'utf8'))
    expect(made.operations.every(({ effectInferred }: { effectInferred: boolean }) => effectInferred)).toBe(true)
    // No OpenAPI document tells how a creation is undone, so the team adds it.
    const undone = { created: 'POST /api/wallet/general/create', operation: 'POST /api/wallet/general/delete' }
    writeFileSync(extension, JSON.stringify({ ...made, cleanUps: [{ ...undone, body: { id: '{id}' } }] }))
    const words = ['run', 'gate', ...added.flatMap((id) => ['--operation', id]), '--out', out]
    const settings = { ...asDevelopment({ ...service.settings, BASE_URL: front.url }), CATALOG_EXTENSION: extension }
    const ended = await startSuite(words, { settings: { ...settings, HISTORY_FILE: join(home, 'history.ndjson') } })
      .ended
    expect(ended.code, ended.output).toBe(0)
    expect(ended.output).toContain('283 = 265 listed + 18 added by CATALOG_EXTENSION\n')
    const { catalog, findings } = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8')) as Results
    expect(catalog).toMatchObject({ claimed: 283, listed: 265, extended: 18, unlisted: [] })
    for (const id of added) {
      const decided = findings.filter((finding) => finding.operation === id && isDecided(finding))
      expect(new Set(decided.map(({ check }) => check.split(':', 1)[0])), id).toContain('catalog.reachable')
    }
    const { all, left } = JSON.parse(readFileSync(join(out, 'created.json'), 'utf8'))
    const ofWallet = all.filter(({ operation }: { operation: string }) => operation === undone.created)
    expect(ofWallet.length).toBeGreaterThan(0)
    expect(left.filter(({ operation }: { operation: string }) => operation === undone.created)).toEqual([])
    // A second import of the document adds nothing.
    const again = await startSuite(['catalog', 'import', openapi, '--out', join(home, 'none.json')], { settings }).ended
    expect(again.output).toContain('0 operations')
  } finally {
    await front.close()
  }
})
