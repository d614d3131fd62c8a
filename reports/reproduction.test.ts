import { expect, test } from 'vitest'
import { recordingNames, reportedRun } from '../trust/recordings/recordings.ts'
import { reproductionLines, reproductionOf } from './reproduction.ts'

const { run } = reportedRun('broken').results

test.for([
  ['development', 'curl -H "X: $API_KEY"', 'Set API_KEY to the value of DEV_API_KEY in your shell first.'],
  ['production', 'curl -H "X: $LOAD_API_KEY"', 'Set LOAD_API_KEY in your shell first.'],
  [
    'development',
    'curl -H "X: $RESTRICTED_ACCOUNT_KEY" -H "Y: $API_KEY"',
    'Set RESTRICTED_ACCOUNT_KEY to the value of DEV_RESTRICTED_ACCOUNT_KEY and API_KEY to the value of DEV_API_KEY in your shell first.',
  ],
  ['development', 'curl http://x', null],
] as const)('on %s, %s is told with where its key comes from', ([target, reproduce, before]) => {
  expect(reproductionOf({ id: 'abc', reproduce }, { ...run, target })).toEqual({
    before,
    curl: reproduce,
    replay: 'npx suite replay abc',
    log: null,
  })
})

test('a curl line that has no room is left out, as half of a command asks something else', () => {
  const told = (reproduce: string) => reproductionLines({ id: 'abc', reproduce }, run, 40)
  expect(told('curl -H "X: $API_KEY"')).toHaveLength(3)
  expect(told(`curl -H "X: $API_KEY" --data-raw '${'x'.repeat(40)}'`)).toEqual(['npx suite replay abc'])
  // Two blanks would become one.
  expect(told("curl --data-raw '  '")).toEqual(['npx suite replay abc'])
})

test('an identifier from the answer is told as the place in the log of the service', () => {
  const requestIds = [{ name: 'requestId', value: 'req_1' }]
  expect(reproductionOf({ id: 'abc', reproduce: null, requestIds }, run).log).toBe(
    "In the service's log: requestId req_1",
  )
})

test('the reader is told to start the embedded service again', () => {
  expect(reproductionOf({ id: 'abc', reproduce: 'curl x' }, { ...run, target: 'embedded' }).before).toContain(
    'npx suite serve',
  )
  expect(reproductionOf({ id: 'abc', reproduce: null }, { ...run, target: 'embedded' }).before).toBeNull()
})

test.for(recordingNames)('the observed status is that of the request that the curl line repeats: %s', (name) => {
  const { results, exchanges } = reportedRun(name)
  for (const { observed, exchanges: ids, check, operation } of results.findings) {
    const [, status] = /(?:^|: )([1-5]\d\d) (?:[a-z]+\/|, no body)/.exec(observed ?? '') ?? []
    if (status === undefined) continue
    expect(String(exchanges.get(ids[0] ?? '')?.response?.status), `${check} on ${operation}`).toBe(status)
  }
})

test('a known link that gets 302 without a target is told, whatever a made-up link gets', () => {
  const link = reportedRun('broken').results.findings.find(
    ({ check, operation }) => check === 'redirect.answer' && operation === 'GET /api/pay/{shortId}',
  )
  expect(link).toMatchObject({ verdict: 'undocumented', cause: 'no-redirect' })
  expect(link?.observed).toMatch(/^302/)
})
