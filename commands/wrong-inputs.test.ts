import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stdout } from 'node:process'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { UsageError } from '../evidence/usage-error.ts'
import { dispatch } from './dispatch.ts'

const home = mkdtempSync(join(tmpdir(), 'platform-api-suite-wrong-'))
const file = (name: string, text: string) => {
  const path = join(home, name)
  writeFileSync(path, text)
  return path
}
afterAll(() => rmSync(home, { recursive: true }))
afterEach(() => vi.restoreAllMocks())

const pemOf = (kind: string) => `-----BEGIN ${kind}-----\nbm8=\n-----END ${kind}-----\n`
const base = { DEV_BASE_URL: 'https://dev.example.com', HISTORY_FILE: join(home, 'history.ndjson') }
/** In place of the `.env` of whoever runs the tests. */
const nothingSet = ['--settings', file('nothing.env', '')]
const run = (...words: readonly string[]) => ['run', 'gate', ...words]

/** Words, settings, and what the message tells the reader to do. */
const wrong: readonly (readonly [
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
  next: RegExp,
])[] = [
  [['runn'], {}, /did you mean 'run'/],
  [['run'], {}, /needs a profile: nightly, gate, cutover/],
  [['run', 'gat'], {}, /did you mean 'gate'/],
  [run('twice'), {}, /one word too many/],
  [run('--operation', 'GET', '/api/account/types/get'), {}, /Put method and path of an operation in quotes/],
  [run('--quiet', '--out', file('no-folder', '')), base, /cannot be made \(.*\)\. Name another folder by --out/],
  [run('--target', 'prod'), {}, /There is no target 'prod'/],
  [run('--only', 'laod'), {}, /did you mean 'load'/],
  [run('--product', 'Payment'), {}, /did you mean 'Payments'/],
  [run('--product', 'zzz'), {}, /there are Accounts, .*Payments/],
  [run('--check', 'zzz'), {}, /there are catalog, auth, errors/],
  [run('--operation', 'GET /api/nope'), base, /npx suite catalog lists them/],
  [run('--exclude', 'GET /api/nope'), base, /npx suite catalog lists them/],
  [run('--zzz'), {}, /There is no option '--zzz': --help lists them/],
  [run('--scenario', 'zzz'), {}, /there are limits, /],
  [run('--no-parity'), base, /--no-parity is about a cutover/],
  [['zzz'], {}, /There is no command 'zzz': there are check, run/],
  [['help', 'zzz'], {}, /there are check, run/],
  [['check', 'nightly'], {}, /check takes no 'nightly': npx suite check --help/],
  [['check', '--target', 'prod'], {}, /did you mean 'production'/],
  [['serve', '--fault', 'zzz'], {}, /npx suite serve --list lists them/],
  [run('--check', 'reachable'), {}, /did you mean 'catalog\.reachable'/],
  [run('--operation', 'GET /api/video/details/al'), base, /did you mean 'GET \/api\/video\/details\/all'/],
  [run('--operation', 'GET /api/video/details/al'), {}, /did you mean 'GET \/api\/video\/details\/all'/],
  [run('--exclude', 'GET /nowhere'), base, /There is no operation 'GET \/nowhere'/],
  [run('--scenario', 'smok'), {}, /did you mean 'smoke'/],
  [run('--concurrency', '0'), {}, /from 1 to 256/],
  [run('--timeout', 'soon'), {}, /a whole number of milliseconds from 10 to 600000/],
  [run('--max-duration', '5m'), {}, /a whole number of seconds from 1 to 86400/],
  [run('--min-judged', '101'), {}, /from 0 to 100/],
  [run('--seed', '-1'), {}, /^--seed needs a value: --seed N$/],
  [run('--product'), {}, /^--product needs a value: --product NAME$/],
  [run('--sed', '1'), {}, /did you mean '--seed'/],
  [run('-v'), {}, /options begin with two dashes/],
  [run('--quiet=yes'), {}, /--quiet/],
  [run('--verbose'), {}, /goes with --dry-run/],
  [run('--only', 'load', '--check', 'auth'), {}, /which --only load leaves out/],
  [run('--settings', join(home, 'nowhere.env')), {}, /settings file .* is not there/],
  [run('--settings', file('misspelt.env', 'DEV_API_KYE=x')), {}, /did you mean DEV_API_KEY/],
  [run(...nothingSet), {}, /put the base address .* into .*nothing\.env .*--target embedded needs none/],
  [run(), { ...base, DEV_BASE_URL: 'dev.example.com' }, /give it as https:\/\/host/],
  [run(), { ...base, DEV_BASE_URL: 'https://me:pw@dev.example.com' }, /no user and no password/],
  [run(), { ...base, BASE_URL: 'https://dev.example.com' }, /have the same origin.* give each its own/],
  [run(), { ...base, DEV_API_KEY: '' }, /give it a value or leave it out/],
  [run(), { ...base, DEV_API_KEY: 'a b' }, /visible ASCII without blanks/],
  [run(), { ...base, DEV_RESTRICTED_PRODUCTS: 'Paymnts' }, /did you mean 'Payments'/],
  [run(), { ...base, DEV_VALID_EMBED_BODY: '[]' }, /must be a JSON object/],
  [run(), { ...base, DEV_API_KEY: 'k-1', DEV_RESTRICTED_ACCOUNT_KEY: 'k-1' }, /is the same as DEV_API_KEY/],
  [
    ['run', 'nightly'],
    { ...base, DEV_RATE_LIMIT_OPERATION: 'POST /api/vote/embed/create' },
    /RATE_LIMIT_OPERATION: POST \/api\/vote\/embed\/create is no read/,
  ],
  [run(), { ...base, DEV_EXTRA_HEADERS: 'X-A' }, /"Name: value"/],
  [run(), { ...base, DEV_ALLOW_EFFECTS: 'pay' }, /There is no effect/],
  [
    run(),
    { ...base, CATALOG_EXTENSION: join(home, 'nowhere.json') },
    /is not there\. Name another file, or leave the setting out/,
  ],
  [run(), { ...base, CATALOG_EXTENSION: file('extension.json', '{') }, /line 1: not JSON/],
  [run(), { ...base, CLIENT_CERT_FILE: '/nowhere.pem' }, /belong together/],
  [run(), { ...base, CA_FILE: file('ca.pem', 'no') }, /is not PEM/],
  [run(), { ...base, CA_FILE: file('key.pem', pemOf('PRIVATE KEY')) }, /is not PEM with a certificate/],
  [
    run(),
    {
      ...base,
      CLIENT_CERT_FILE: file('c.pem', pemOf('CERTIFICATE')),
      CLIENT_KEY_FILE: file('c.pem', pemOf('CERTIFICATE')),
    },
    /CLIENT_KEY_FILE: .* is not PEM with a private key/,
  ],
  [
    run(),
    {
      ...base,
      CLIENT_CERT_FILE: file('c.pem', pemOf('CERTIFICATE')),
      CLIENT_KEY_FILE: file('k.pem', pemOf('EC PRIVATE KEY')),
    },
    /CLIENT_CERT_FILE and CLIENT_KEY_FILE cannot be used \(/,
  ],
  [run(), { ...base, LOAD_THRESHOLDS: file('thresholds.json', '[]') }, /LOAD_THRESHOLDS/],
  [run(), { ...base, LOAD_THRESHOLDS: join(home, 'nowhere.json') }, /is not there\. Name another file, or leave/],
  [run(), { ...base, CA_FILE: join(home, 'nowhere.pem') }, /CA_FILE: .*nowhere\.pem is not there/],
  [run('--operation', 'GET /api/video/details/all', '--product', 'Teams'), base, /Nothing is selected/],
  [
    run('--operation', 'GET /api/video/details/all', '--shard', '2/3'),
    base,
    /^Shard 2\/3 is empty: no more than 1 operation can be shared out\. Take fewer shards/,
  ],
  [
    run('--operation', 'GET /api/video/details/all', '--product', 'Teams', '--shard', '2/3'),
    base,
    /Nothing is selected/,
  ],
  [run('--rate', '5'), base, /--rate is about load, .*name a --scenario/],
  [
    run('--scenario', 'limits', '--rate', '5'),
    base,
    /--rate is about load that comes at a rate, and limits is one client/,
  ],
  [run('--duration', '5'), base, /--duration is about load/],
  [run('--load-processes', '2'), base, /--load-processes is about load/],
  [run('--fail-on', 'parity'), base, /nothing to compare with: .*a cutover .*DEV_BASE_URL/],
  [
    ['run', 'cutover', '--fail-on', 'parity', ...nothingSet],
    { BASE_URL: 'https://api.example.com', HISTORY_FILE: base.HISTORY_FILE },
    /nothing to compare with/,
  ],
  [['rejudge', home], {}, /is no run folder: recording\.json is not there/],
  [['report'], {}, /takes one run folder/],
  [['merge', '--load', home, '--out', join(home, 'merged')], {}, /is a folder: --load takes the logs of pods/],
  [['serve', '--limit', 'fixed:20'], {}, /suite serve --list limit shows all forms/],
  [['serve', '--style', 'flta'], {}, /did you mean 'flat'/],
  [['catalog', '--out', 'more.json'], {}, /--out goes with catalog import/],
  [['catalog', 'import', 'x.yaml', '--out', 'y', '--format', 'csv'], {}, /takes no --format/],
  [['--versoin'], {}, /did you mean '--version'/],
  [['-v'], {}, /There is no command '-v': there are check, .*--version/],
  [['catalog', '--format', 'yaml'], {}, /There is no format 'yaml'/],
]

test.for(wrong)('%j ends with one sentence that tells what to do', async ([words, settings, next]) => {
  const refused = await dispatch(words, settings).then(
    () => null,
    (error: unknown) => error,
  )
  expect(refused).toBeInstanceOf(UsageError)
  const { message } = refused as UsageError
  expect(message).toMatch(next)
  expect(message).not.toMatch(/\n|undefined|\[object|at .*:\d+:\d+/)
})

/** The rows whose message suggests a word. */
const suggestions = wrong.filter(([, , next]) => next.source.includes('did you mean'))

test.for(suggestions)('%j: the suggested word is the right one', async ([words, settings]) => {
  const refusal = async (asked: readonly string[], given: Readonly<Record<string, string>>) =>
    dispatch(asked, given).then(
      () => '',
      (error: unknown) => (error as Error).message,
    )
  vi.spyOn(stdout, 'write').mockReturnValue(true)
  const first = await refusal(words, settings)
  const [, wrongWord = '', rightWord = ''] = /'([^']+)'.*did you mean '([^']+)'/.exec(first) ?? []
  const swap = (text: string) => text.replace(wrongWord, rightWord)
  // The misspelt word of a settings file cannot be replaced on the command line.
  if (rightWord === '') return expect(first).toMatch(/did you mean DEV_API_KEY/)
  const given = Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, swap(value)]))
  const again = words[0] === 'serve' ? ['serve', '--list', ...words.slice(1)] : words
  const asked = again.map(swap)
  const second = await refusal(asked[0] === 'run' ? [...asked, '--dry-run'] : asked, given)
  expect(second).not.toContain(`'${wrongWord}'`)
})

test('the table has forty wrong inputs or more', () => {
  expect(wrong.length).toBeGreaterThanOrEqual(40)
})
