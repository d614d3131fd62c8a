// @module-tag external
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Cause } from '../../evidence/causes.ts'
import type { Finding } from '../../evidence/finding.ts'
import { redaction } from '../../evidence/redaction/redaction.ts'
import type { PlainAnswer, PlainRequest, Reply } from '../../fixtures/deployment.ts'
import { planted } from '../../fixtures/faults/planting.ts'
import { listen } from '../../fixtures/front/front.ts'
import { echoAnswers } from '../../fixtures/hostile/echoes.ts'
import { createService } from '../../fixtures/service/service.ts'
import { formats } from '../../reports/formats/formats.ts'
import { validateResults } from '../../reports/validate.ts'
import { redactLastWords, sayLastWords } from '../../run/last-words.ts'
import { deleteLeaks, fitResults } from '../../run/leaks.ts'
import { redactionFor } from '../../run/redaction.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { asDevelopment, startSuite } from '../processes/child-run.ts'
import { descendantsOf } from '../processes/processes.ts'
import { reportedRun } from '../recordings/recordings.ts'
import { rendered } from '../tools/rendered.ts'
import { keysOf, secretsIn } from './secret-scan.ts'

const key = 'pk_planted_7Qd2Lm9Xw4Rt8Zk3Vb6'
const settings = { BASE_URL: 'http://127.0.0.1:9', API_KEY: key }
const scan = redactionFor(readKnown(settings, 'production'), 7, 2)

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-secrets-'))
let scanned = 0
afterAll(() => {
  rmSync(home, { recursive: true })
  stdout.write(`secrets: ${scanned} files and outputs scanned, none found that was not planted\n`)
})

test.for(['pk', 'pk_7', '4711', '47114711', key])('the key %s is redacted as the user of the Basic scheme', (short) => {
  const redact = redactionFor(readKnown({ ...settings, API_KEY: short }, 'production'), 7)
  const basic = Buffer.from(`${short}:`).toString('base64')
  expect(redact(`Basic ${basic}`)).not.toContain(basic.replace(/=+$/, ''))
})

describe('the scan of a run folder', () => {
  test.for([
    ['as it is', key],
    ['in capitals', key.toUpperCase()],
    ['in base64', Buffer.from(`x:${key}`).toString('base64')],
    ['in hex', Buffer.from(key).toString('hex')],
    ['in percents', [...Buffer.from(key)].map((byte) => `%${byte.toString(16)}`).join('')],
    ['in half', key.slice(4, 24)],
    ['cut by one', key.slice(0, -1)],
    ['backwards', [...key].reverse().join('')],
  ] as const)('deletes a file that holds a key %s, and no other', ([name, text]) => {
    const directory = join(home, name.replaceAll(' ', '-'))
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'summary.md'), 'nothing to see')
    writeFileSync(join(directory, 'index.html'), Buffer.concat([Buffer.from([0xff, 0]), Buffer.from(text)]))
    expect(deleteLeaks(directory, scan)).toEqual([join(directory, 'index.html')])
    expect(readdirSync(directory)).toEqual(['summary.md'])
  })

  test.for(['test-development-environment-key', 'production-api-key-for-platform', 'test', 'key', '12345678'])(
    'does not find a key that reads %s in the words of our own reports',
    (words) => {
      const directory = join(home, `words-${words.replaceAll('/', '-')}`)
      mkdirSync(directory)
      const { results, exchanges } = reportedRun('healthy')
      for (const format of formats)
        writeFileSync(join(directory, format.file), rendered(format, results, { exchanges }))
      const known = readKnown({ ...settings, API_KEY: words }, 'production')
      expect(deleteLeaks(directory, redactionFor(known, 7, 2))).toEqual([])
    },
  )
})

describe.concurrent('a planted leak fails the run', () => {
  const brief = ['run', 'gate', '--only', 'contracts', '--operation', 'GET /api/ads/bidding/all', '--out', 'OUT']

  test('in a file that was in the folder before, which is kept', async ({ expect }) => {
    const service = await createService()
    const front = await listen(service)
    const directory = mkdtempSync(join(home, 'planted-'))
    writeFileSync(join(directory, 'core.dump'), `request: ${service.settings['API_KEY']}`)
    const words = [...brief.slice(0, -1), directory]
    const settings = asDevelopment({ ...service.settings, BASE_URL: front.url })
    const result = await startSuite(words, { settings }).ended
    const again = await startSuite(['rejudge', directory]).ended
    await front.close()
    expect(result.code).toBe(2)
    expect(result.output).toMatch(/credential was found in 1 file that the run did not write, .*: core\.dump/)
    expect(result.output).toMatch(/Report: .*index\.html\n/)
    expect(existsSync(join(directory, 'core.dump'))).toBe(true)
    expect(readFileSync(join(directory, 'results.json'), 'utf8')).toContain('"exitCode": 2')
    expect(readFileSync(join(directory, 'index.html'), 'utf8')).toContain('A credential was found')
    expect(again.code, again.output).toBe(2)
  })

  test('in the base address, and thus in nearly every file', async ({ expect }) => {
    const service = await createService()
    const front = await listen(service)
    const url = `${front.url}/${service.settings['API_KEY']}`
    const settings = asDevelopment({ ...service.settings, BASE_URL: url })
    const { code, output, files, results } = await startSuite(brief, { settings }).ended
    await front.close()
    expect(code, output).toBe(2)
    expect(output).toMatch(/credential was found in \d+ files .*index\.html/)
    expect(output).toMatch(/Report: none, index\.html is not there/)
    expect(files.has('index.html')).toBe(false)
    expect(validateResults(results)).toBeNull()
    expect(results?.findings.length).toBeGreaterThan(0)
    expect(results?.run).toMatchObject({ exitCode: 2, outcome: expect.stringMatching(/^A credential was found/) })
    for (const [name, text] of [...files, ['output', output] as const]) {
      expect(secretsIn(text, keysOf(service.settings)), name).toEqual([])
    }
  })
})

describe('results that hold a credential', () => {
  const { results } = reportedRun('broken')
  const [first, second, ...others] = results.findings
  const leaking = (changes: Partial<Finding>) => ({
    ...results,
    findings: [{ ...first, ...changes }, second, ...others] as readonly Finding[],
  })

  test('are unchanged where they hold none', () => {
    expect(fitResults(results, scan)).toBe(results)
  })

  test.for([
    ['what was observed', { observed: `401 ${key}` }],
    ['how to ask again', { reproduce: `curl -d ${key}` }],
    ['an operation of an extension', { operation: `GET /api/${key}` }],
    ['a product of an extension', { product: key }],
    ['a sub-id', { check: `request.field-type:${key}` }],
  ] as const)('keep every verdict without its texts: %s', ([, changes]) => {
    const fit = fitResults(leaking(changes), scan)
    expect(validateResults(fit)).toBeNull()
    expect(fit.summary).toEqual(results.summary)
    expect(fit.findings.map(({ id, verdict }) => [id, verdict])).toEqual(
      results.findings.map(({ id, verdict }) => [id, verdict]),
    )
    expect(fit.findings[1]).toMatchObject({ operation: second?.operation, expected: null, observed: null })
    expect(secretsIn(JSON.stringify(fit), [key])).toEqual([])
  })

  test('keep no finding where the findings without their texts still hold one', () => {
    const fit = fitResults(leaking({ cause: key as Cause }), scan)
    expect(validateResults(fit)).toBeNull()
    expect(fit.findings).toEqual([])
    expect(fit.run.id).toBe(results.run.id)
    expect(secretsIn(JSON.stringify(fit), [key])).toEqual([])
  })
})

/** The answer of the service, with the key echoed in further headers and in the body. */
function echoing(answer: Reply, request: PlainRequest, turn: number): Reply {
  if (answer.kind !== 'answer') return answer
  const echo = echoAnswers[turn % echoAnswers.length]?.answer(request) as PlainAnswer
  const own = new Set(answer.headers.map(([name]) => name.toLowerCase()))
  const added = echo.headers.filter(
    ([name]) => !own.has(name.toLowerCase()) && !/^(location|content-type)$/i.test(name),
  )
  const text = answer.body?.toString() ?? ''
  const body = text.startsWith('{') ? text.replace(/}$/, `,"echo":${JSON.stringify(echo.body?.toString())}}`) : text
  return { ...answer, headers: [...answer.headers, ...added], body }
}

test('a whole run with k6 against a service that echoes leaks no key, not even to the list of processes', {
  timeout: 180_000,
}, async () => {
  let turn = 0
  const service = await createService()
  const deployment = planted(
    service,
    'echo',
    null,
    () => true,
    async ({ request }, beneath) => echoing(await beneath(request), request, turn++),
  )
  const front = await listen(deployment)
  const words = [
    'run',
    'nightly',
    '--operation',
    'GET /api/video/details/all',
    '--scenario',
    'limits',
    '--scenario',
    'smoke',
  ]
  const run = startSuite([...words, '--out', 'OUT', '--seed', '7'], {
    settings: asDevelopment({ ...service.settings, BASE_URL: front.url }),
    mostMs: 150_000,
  })
  const seen = new Set<string>()
  const watch = setInterval(() => {
    for (const one of descendantsOf(run.child.pid)) seen.add(one.arguments)
  }, 100)
  const result = await run.ended
  clearInterval(watch)
  await front.close()
  const keys = keysOf(service.settings)
  expect(front.record.some(({ headers }) => headers.some(([, value]) => /k6\//.test(value)))).toBe(true)
  expect([...seen].some((one) => /k6 run/.test(one))).toBe(true)
  expect(result.code, result.output).not.toBeNull()
  expect(result.files.get('exchanges.ndjson')).toContain('"source":"load"')
  const texts = [...result.files, ['output', result.output] as const, ['processes', [...seen].join('\n')] as const]
  for (const [name, text] of texts) {
    scanned += 1
    expect(secretsIn(text, keys), name).toEqual([])
  }
  expect(result.output).not.toMatch(/credential was found/)
})

test('the last message of a failing suite holds no key', () => {
  const said: string[] = []
  const write = vi.spyOn(stderr, 'write').mockImplementation((text) => {
    said.push(String(text))
    return true
  })
  redactLastWords(redaction([key]))
  sayLastWords(Object.assign(new Error(`cannot send ${key}`), { request: { headers: { key } } }))
  write.mockRestore()
  redactLastWords((text) => text)
  expect(said).toEqual(['The suite itself failed: cannot send [redacted].\n'])
})
