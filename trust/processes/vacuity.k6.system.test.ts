// @module-tag external
import { existsSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'vitest'
import { planted } from '../../fixtures/faults/planting.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment, startSuite } from './child-run.ts'
import { eventually } from './processes.ts'

const load = ['run', 'nightly', '--only', 'load', '--scenario', 'smoke', '--product', 'Teams', '--out', 'OUT']

/** A port at which nothing listens at present. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address !== null ? address.port : 0
}

const settingsFor = (port: number, settings: Readonly<Record<string, string>>) =>
  asDevelopment({ ...settings, BASE_URL: `http://127.0.0.1:${port}` })

describe.concurrent('load alone passes only where it was answered', () => {
  test('a closed port', async ({ expect }) => {
    const { settings } = await createService()
    const { code, output, results } = await startSuite(load, { settings: settingsFor(await freePort(), settings) })
      .ended
    expect(code, output).toBe(2)
    expect(output).toMatch(/Nothing answers at http:\/\/127\.0\.0\.1/)
    expect(output).not.toContain('PASSED')
    expect(results?.run.requests).toBeLessThan(5)
  })

  test('a target that comes up within --wait is waited for', async ({ expect }) => {
    const service = await createService({ limit: 'none' })
    const port = await freePort()
    const run = startSuite([...load, '--wait', '30'], { settings: settingsFor(port, service.settings) })
    // The first request got no answer.
    const recording = join(run.directory, 'exchanges.ndjson')
    await eventually(() => existsSync(recording) && statSync(recording).size > 0, 60_000)
    const front = await listen(service, { port })
    const { code, output, results } = await run.ended
    await front.close()
    expect(code, output).toBe(0)
    expect(results?.summary.pass).toBeGreaterThan(3)
  })

  test('a gateway that redirects every request', async ({ expect }) => {
    const elsewhere = planted(
      await createService(),
      'elsewhere',
      null,
      () => true,
      ({ request }) => ({
        kind: 'answer',
        status: 308,
        headers: [['Location', `https://www.elsewhere.example${request.target}`]],
        body: '',
      }),
    )
    const front = await listen(elsewhere)
    const settings = asDevelopment({ ...elsewhere.settings, BASE_URL: front.url })
    const { code, output, results } = await startSuite(load, { settings }).ended
    await front.close()
    expect(code, output).toBe(2)
    expect(output).toContain('Every request is redirected (308) to https://www.elsewhere.example')
    expect(results?.run.outcome).toContain('https://www.elsewhere.example')
  })
})
