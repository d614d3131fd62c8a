// @module-tag external
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Front, listen } from '../fixtures/front/front.ts'
import { createService } from '../fixtures/service/service.ts'
import { k6ForTests } from '../trust/tools/k6-for-tests.ts'
import type { K6 } from './engine/find-k6.ts'

let k6: K6
let room = ''
beforeAll(async () => {
  k6 = await k6ForTests()
  room = mkdtempSync(join(tmpdir(), 'platform-api-suite-alone-'))
}, 900_000)
afterAll(() => rmSync(room, { recursive: true, force: true }))

async function withService(limit: string, use: (front: Front) => Promise<void>): Promise<void> {
  const front = await listen(await createService({ limit }))
  try {
    await use(front)
  } finally {
    await front.close()
  }
}

describe.concurrent('the scripts alone, as a k6 user runs them', () => {
  const script = (name: string) => resolve(import.meta.dirname, `scenarios/${name}.ts`)
  const quiet = ['run', '-q', '--no-usage-report', '--address', '']

  async function k6With(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
    const child = spawn(k6.binary, args, { env: { PATH: process.env['PATH'], HOME: room, ...env } })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += String(bytes)))
    const code = await new Promise<number | null>((ended) => child.on('close', ended))
    return { code, output }
  }

  test.for(['smoke', 'average', 'stress', 'spike', 'soak', 'breakpoint', 'limits'])(
    '%s: inspect, archive and run',
    async (name) => {
      const inspected = await k6With(['inspect', script(name)])
      expect(inspected.code, inspected.output).toBe(0)
      const executor = name === 'limits' ? 'shared-iterations' : 'ramping-arrival-rate'
      expect(JSON.parse(inspected.output).scenarios[name].executor).toBe(executor)
      const archive = join(room, `${name}.tar`)
      expect((await k6With(['archive', '-O', archive, script(name)])).code).toBe(0)
      if (name === 'limits') return
      await withService('none', async (front) => {
        const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
        const summary = join(room, `${name}.json`)
        const settings = ['-e', `BASE_URL=${front.url}`, '-e', 'RATE=20', '-e', 'DURATION=2']
        const ran = await k6With([...quiet, '--summary-export', summary, ...settings, script(name)], { API_KEY: key })
        expect(ran.code, ran.output).toBe(0)
        expect(ran.output).toMatch(new RegExp(`^${name}: \\d+ requests, 0 limited \\(429\\), 0 failed`, 'm'))
        for (const text of [ran.output, readFileSync(summary, 'utf8'), readFileSync(archive, 'latin1')])
          expect(text).not.toContain(key)
      })
    },
  )

  test('an archive that was made for another load says so, and sends nothing', async () => {
    const archive = join(room, 'slow.tar')
    expect((await k6With(['archive', '-e', 'DURATION=2', '-O', archive, script('stress')])).code).toBe(0)
    await withService('none', async (front) => {
      const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
      const here = [...quiet, '-e', `BASE_URL=${front.url}`]
      const other = await k6With([...here, '-e', 'RATE=20', archive], { API_KEY: key })
      expect(other.code).not.toBe(0)
      expect(other.output).toContain('made for RATE=10, which does not change any more: make it anew by k6 archive')
      expect(other.output).toMatch(/^stress: 0 requests/m)
      const same = await k6With([...here, '-e', 'RATE=10', archive], { API_KEY: key })
      expect(same.code, same.output).toBe(0)
    })
  })

  test.for<readonly [name: string, told: readonly string[]]>([
    ['as it is', []],
    ['--vus 5', ['--vus', '5']],
    ['--vus 3 --iterations 9', ['--vus', '3', '--iterations', '9']],
  ])('limits tells what it saw of the limit, by one client: %s', async ([, told]) => {
    await withService('fixed-window:20/1s', async (front) => {
      const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
      const ran = await k6With([...quiet, ...told, '-e', `BASE_URL=${front.url}`, script('limits')], { API_KEY: key })
      expect(ran.code, ran.output).toBe(0)
      expect(ran.output.match(/20 answered, then 429; served again after .* s, three of three/g)).toHaveLength(1)
      expect(ran.output).not.toMatch(/answered, then.*answered, then/s)
      expect(ran.output).not.toContain(key)
    })
  })

  test('breakpoint ends where it is refused, and tells before which rate', async () => {
    await withService('fixed-window:3/1s', async (front) => {
      const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
      const settings = ['-e', `BASE_URL=${front.url}`, '-e', 'RATE=100', '-e', 'DURATION=20']
      const ran = await k6With([...quiet, ...settings, script('breakpoint')], { API_KEY: key })
      const [, rate] = /it gave way before ([0-9.]+) requests a second/.exec(ran.output) ?? []
      expect(Number(rate), ran.output).toBeGreaterThan(3)
      expect(Number(rate)).toBeLessThan(80)
      expect(ran.output).toContain('✗ gave_way rate<=0.1')
      expect(ran.code, "k6's own code for a crossed threshold").toBe(99)
    })
  }, 60_000)

  test("a rate is not told where the user's own words took the scenario's place", async () => {
    await withService('fixed-window:3/1s', async (front) => {
      const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
      const own = ['--vus', '2', '--iterations', '300', '-e', `BASE_URL=${front.url}`, '-e', 'RATE=100']
      const ran = await k6With([...quiet, ...own, '-e', 'DURATION=2', script('breakpoint')], { API_KEY: key })
      expect(ran.output).toContain('it gave way: more than a tenth of all was refused, failed or dropped')
    })
  })

  test("a user's own script takes over a scenario, and adds thresholds", async () => {
    const own = join(room, 'own.js')
    writeFileSync(
      own,
      `import ask, { options as usual, setup, handleSummary } from ${JSON.stringify(script('average'))}
      export const options = { ...usual, thresholds: { ...usual.thresholds, http_req_duration: ['p(95)<0.001'] } }
      export { setup, handleSummary }
      export default ask`,
    )
    await withService('none', async (front) => {
      const key = front.deployment.settings['LOAD_API_KEY'] ?? ''
      const settings = ['-e', `BASE_URL=${front.url}`, '-e', 'RATE=10', '-e', 'DURATION=1']
      const ran = await k6With([...quiet, ...settings, own], { API_KEY: key })
      expect(ran.output).toMatch(/✗ http_req_duration p\(95\)<0.001/)
      expect(ran.output).not.toMatch(/^average: 0 requests/m)
      expect(ran.code, ran.output).toBe(99)
    })
  })

  test('limits takes no part of a test', async () => {
    const part = ['--execution-segment', '1/2:1', '-e', 'BASE_URL=http://127.0.0.1:9']
    const ran = await k6With([...quiet, ...part, script('limits')], { API_KEY: 'k' })
    expect(ran.output).toContain('it is for one process: several clients that wait for one instant are a herd')
    expect(ran.code, ran.output).toBe(107)
  })

  test('limits that is not answered at all is no success', async () => {
    const ran = await k6With([...quiet, '-e', 'BASE_URL=http://127.0.0.1:9', script('limits')], { API_KEY: 'k' })
    expect(ran.output).toContain('0 answered, then no answer')
    expect(ran.code, ran.output).toBe(99)
  })

  test.for(['average', 'breakpoint', 'limits'])(
    '%s: a key that is refused is load on nothing, and no success',
    async (name) => {
      await withService('none', async (front) => {
        const settings = ['-e', `BASE_URL=${front.url}`, '-e', 'RATE=40', '-e', 'DURATION=2']
        const ran = await k6With([...quiet, ...settings, script(name)], { API_KEY: 'nobody' })
        expect(ran.output).toMatch(/✗ (key_refused rate<=0.5|'rate<1')/)
        expect(ran.code, ran.output).toBe(99)
      })
    },
  )

  test.for([429, 503])('a wait that %i tells is kept by each virtual user, also beyond the plan', async (status) => {
    let requests = 0
    const refusing = createServer((_, response) => {
      requests += 1
      response.writeHead(status, { 'Retry-After': '4' }).end()
    }).listen(0, '127.0.0.1')
    await once(refusing, 'listening')
    const { port } = refusing.address() as AddressInfo
    const own = ['--vus', '2', '--duration', '3s', '-e', `BASE_URL=http://127.0.0.1:${port}`, '-e', 'DURATION=1']
    await k6With([...quiet, ...own, script('average')], { API_KEY: 'some-key' })
    refusing.close()
    expect(requests).toBe(2)
  })

  test('where nothing is at all, nothing was served', async () => {
    await withService('none', async (front) => {
      const settings = ['-e', `BASE_URL=${front.url}/nowhere`, '-e', 'RATE=40', '-e', 'DURATION=1']
      const ran = await k6With([...quiet, ...settings, script('average')], { API_KEY: 'nobody' })
      expect(ran.output).toContain('✗ served rate>0')
      expect(ran.code, ran.output).toBe(99)
    })
  })

  test('a file of thresholds is found from the folder where k6 was started', async () => {
    writeFileSync(join(room, 'own.json'), '\ufeff{"average":{"*":{"p95":400}}}')
    const settings = ['-e', `PWD=${room}`, '-e', 'LOAD_THRESHOLDS=own.json']
    const inspected = await k6With(['inspect', ...settings, script('average')])
    expect(inspected.code, inspected.output).toBe(0)
    expect(inspected.output).toContain(String.raw`p(95)\u003c=400`)
    writeFileSync(join(room, 'own.json'), '{"average":')
    const half = await k6With(['inspect', ...settings, script('average')])
    expect(half.output).toContain('LOAD_THRESHOLDS: own.json: ')
  })

  test('a missing or wrong setting is told in a sentence, before anything is sent', async () => {
    const none = await k6With(['run', '-q', '--no-usage-report', '--address', '', script('average')])
    expect(none.code).not.toBe(0)
    expect(none.output).toContain('BASE_URL is not set')
    const rate = await k6With(['run', '-q', '-e', 'BASE_URL=http://127.0.0.1:9', '--address', '', script('stress')])
    expect(rate.output).toContain('RATE is not set, and stress has no usual one: add -e RATE=20')
    const key = await k6With(['run', '-q', '-e', 'BASE_URL=http://127.0.0.1:9', '--address', '', script('average')])
    expect(key.code).not.toBe(0)
    expect(key.output).toContain('API_KEY is not set: API_KEY=… k6 run -e BASE_URL=https://… SCRIPT')
    expect(key.output).toMatch(/^average: 0 requests/m)
    const limits = await k6With(['run', '-q', '-e', 'BASE_URL=http://127.0.0.1:9', '--address', '', script('limits')])
    expect(limits.output).toContain('API_KEY is not set')
    expect(limits.code).not.toBe(0)
    const user = await k6With([
      'run',
      '-q',
      '-e',
      'BASE_URL=http://u:p@127.0.0.1:9',
      '--address',
      '',
      script('average'),
    ])
    expect(user.code).not.toBe(0)
    expect(user.output).toContain('BASE_URL must be http://… or https://…, without query, user and password')
    const unit = await k6With(['run', '-q', '-e', 'DURATION=4s', '--address', '', script('average')])
    expect(unit.output).toContain("DURATION takes a number above zero, without a unit, not '4s'")
    const few = ['-e', 'RATE=0.05', '-e', 'DURATION=10', '-e', 'BASE_URL=http://127.0.0.1:9']
    const slow = await k6With([...quiet, ...few, script('average')], { API_KEY: 'some-key' })
    expect(slow.code).not.toBe(0)
    expect(slow.output).toContain('RATE=0.05 for DURATION=10, ramps included, is less than one request')
    const typo = await k6With(['run', '-q', '-e', 'LOAD_OPERATIONS=GET /api/nope', '--address', '', script('average')])
    expect(typo.code).not.toBe(0)
    expect(typo.output).toContain('LOAD_OPERATIONS: GET /api/nope is no read that is listed')
    const read = await k6With([
      'run',
      '-q',
      '-e',
      'RATE_LIMIT_OPERATION=GET /api/nope',
      '--address',
      '',
      script('limits'),
    ])
    expect(read.output).toContain('RATE_LIMIT_OPERATION: GET /api/nope is')
  })
})
