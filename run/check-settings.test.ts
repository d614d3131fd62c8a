import { expect, test } from 'vitest'
import { factsOf } from '../contracts/facts.ts'
import type { TriedSetting } from '../contracts/settings/readings.ts'
import type { PolicyName } from '../evidence/results.ts'
import { catalogue } from '../fixtures/catalog/catalog.ts'
import type { Deployment, PlainAnswer } from '../fixtures/deployment.ts'
import { embeddedSettings, serviceSettings } from '../fixtures/service/credentials.ts'
import { createService } from '../fixtures/service/service.ts'
import type { EnvironmentSetting } from '../fixtures/settings.ts'
import { styles } from '../fixtures/styles/styles.ts'
import { handledBy } from '../trust/matrix/in-process.ts'
import { checkSettings, mostRequests } from './check-settings.ts'
import { selectorOf } from './options/selection.ts'
import { readKnown } from './settings/settings.ts'

const base = 'http://127.0.0.1:1'
const unnarrowed = { product: [], operation: [], check: [], exclude: [] }

/** Tries settings on a deployment, without a socket. */
async function tried(
  settings: Readonly<Record<string, string | undefined>>,
  on?: Deployment,
  policy: PolicyName = 'full',
) {
  const deployment = on ?? (await createService())
  const known = readKnown({ BASE_URL: base, ...settings }, 'production')
  const sent: string[] = []
  const wire = handledBy(deployment)
  const checked = await checkSettings({
    ...{ known, redact: (text: string) => text, security: {}, timeoutMs: 500 },
    selection: selectorOf(unnarrowed, catalogue)(known.exclude),
    facts: factsOf(known, 'nightly', policy, 7),
    signal: new AbortController().signal,
    transport: {
      ...wire,
      send(request, limits) {
        sent.push(`${request.method} ${request.target}`)
        return wire.send(request, limits)
      },
    },
  })
  expect(sent.length).toBe(checked.requests)
  expect(sent.length).toBeLessThanOrEqual(mostRequests)
  return { ...checked, sent, of: (setting: string) => standingOf(checked.tried, setting as EnvironmentSetting) }
}

function standingOf(all: readonly TriedSetting[], setting: EnvironmentSetting): string {
  return all
    .filter(({ settings }) => settings.includes(setting))
    .map(({ standing, seen, next }) => `${standing}: ${seen} → ${next}`)
    .join('\n')
}

const all = embeddedSettings
const strange = 'pk_svc_of_another_environment_0000'
const eligible = all['API_KEY'] ?? ''
const none = 'none000000000000'

test.for<readonly [setting: string, value: string, told: RegExp]>([
  ['API_KEY', strange, /^wrong: .*401 → set \{API_KEY\} to a key of this environment/],
  ['API_KEY', all['RESTRICTED_ACCOUNT_KEY'] ?? '', /^wrong: .*403.* → set \{API_KEY\}/],
  ['LOAD_API_KEY', strange, /^wrong: .*401 → set \{LOAD_API_KEY\}/],
  ['LOAD_API_KEY', eligible, /unclear: it is the same as \{API_KEY\}/],
  ['RESTRICTED_ACCOUNT_KEY', strange, /^wrong: .*401 → set \{RESTRICTED_ACCOUNT_KEY\} to a key that is known/],
  ['RESTRICTED_ACCOUNT_KEY', eligible, /^wrong: it is served \(200\).*→ set \{RESTRICTED_ACCOUNT_KEY\}/],
  ['RESTRICTED_PERMISSION_KEY', strange, /^wrong: .*401 → set \{RESTRICTED_PERMISSION_KEY\}/],
  ['RESTRICTED_PERMISSION_KEY', eligible, /^wrong: it is served \(200\)/],
  ['RESTRICTED_PRODUCT_KEY', strange, /^wrong: .*401 → set \{RESTRICTED_PRODUCT_KEY\}/],
  ['RESTRICTED_PRODUCT_KEY', eligible, /^wrong: it is served \(200\).*lacks Livestream/],
  ['RESTRICTED_ORIGIN', 'https://ours.example', /^wrong: it is served \(200\)/],
  ['KNOWN_PLACEMENT_ID', none, /^wrong: 404 .* → set \{KNOWN_PLACEMENT_ID\} to one that exists here/],
  ['KNOWN_SHORT_ID', none, /^wrong: 404 .* → set \{KNOWN_SHORT_ID\}/],
  ['KNOWN_SUBSCRIPTION_SHORT_ID', none, /^wrong: 404 .* → set \{KNOWN_SUBSCRIPTION_SHORT_ID\}/],
  ['KNOWN_ACCOUNT_ID', none, /^wrong: 404 .* → set \{KNOWN_ACCOUNT_ID\}/],
  ['KNOWN_ATTRIBUTION_ID', none, /^wrong: 404 .* → set \{KNOWN_ATTRIBUTION_ID\}/],
  ['KNOWN_PAYMENT_LINK_ID', none, /^wrong: 404 .* → set \{KNOWN_PAYMENT_LINK_ID\}/],
  ['VALID_EMBED_BODY', '{"name":7}', /^wrong: it is refused: 400 .*→ set \{VALID_EMBED_BODY\}/],
  ['VALID_CHOICE_BODY', '{"choiceData":7}', /^wrong: it is refused: 400 .*→ set \{VALID_CHOICE_BODY\}/],
  ['VALID_DETAILS_QUERY', 'limit=word', /^wrong: it is refused: 400 .*→ set \{VALID_DETAILS_QUERY\}/],
  ['RATE_LIMIT_OPERATION', 'GET /api/pay/{shortId}', /^wrong: .*→ set \{RATE_LIMIT_OPERATION\} to a read/],
])('%s = %s is told with what to do', async ([setting, value, told]) => {
  const others = setting === 'RATE_LIMIT_OPERATION' ? { KNOWN_SHORT_ID: none } : {}
  const checked = await tried({ ...all, [setting]: value, ...others })
  expect(checked.of(setting)).toMatch(told)
})

test('all right settings are told to work', async () => {
  const checked = await tried(all)
  expect(checked.tried.filter(({ standing }) => standing !== 'works')).toEqual([])
})

test.for<readonly [setting: string, needs: string]>([
  ['RESTRICTED_PRODUCT_KEY', 'RESTRICTED_PRODUCTS'],
  ['RESTRICTED_PRODUCTS', 'RESTRICTED_PRODUCT_KEY'],
  ['RESTRICTED_ORIGIN', 'API_KEY'],
  ['VALID_DETAILS_QUERY', 'API_KEY'],
  ['VALID_EMBED_BODY', 'API_KEY'],
  ['VALID_CHOICE_BODY', 'KNOWN_PLACEMENT_ID'],
])('%s is told to do nothing without %s', async ([setting, needs]) => {
  const { of, unset } = await tried({ ...all, [needs]: undefined })
  expect(of(setting)).toContain(`wrong: it does nothing without {${needs}} → set {${needs}}`)
  expect(unset).toContain(needs)
})

test('under the safe policy only reads are sent, and settings that need more are told as not asked', async () => {
  const { of, sent } = await tried(all, undefined, 'safe')
  expect(sent.filter((line) => !line.startsWith('GET '))).toEqual([])
  for (const setting of ['KNOWN_PLACEMENT_ID', 'VALID_CHOICE_BODY', 'VALID_EMBED_BODY']) {
    expect(of(setting)).toMatch(/^not-asked: The safe policy/)
  }
  for (const setting of ['API_KEY', 'RESTRICTED_ORIGIN', 'KNOWN_SHORT_ID']) expect(of(setting)).toMatch(/^works/)
})

test('an excluded operation gets no request', async () => {
  const { of, sent } = await tried({
    ...all,
    EXCLUDE_OPERATIONS: 'POST /api/vote/embed/create,GET /api/video/details/all',
  })
  expect(sent.join()).not.toMatch(/embed\/create|video\/details\/all/)
  expect(of('VALID_EMBED_BODY')).toMatch(/^not-asked: The operation is excluded/)
  expect(of('API_KEY')).toMatch(/^not-asked: The operation is excluded/)
})

function always(status: number, headers: PlainAnswer['headers'] = []): Deployment {
  const handle = async () => ({ kind: 'answer', status, headers, body: '{}' }) as const
  return { name: 'always', summary: 'answers everything alike', settings: {}, handle }
}

test('a gateway that asks for user and password is named where it refuses the key', async () => {
  const { of } = await tried(serviceSettings, always(401, [['WWW-Authenticate', 'Basic realm="dev"']]))
  expect(of('API_KEY')).toMatch(
    /^wrong: .*asks for user and password \(Basic\) → set \{BASE_URL\} to an address behind/,
  )
})

test.for<readonly [number, PlainAnswer['headers'], RegExp]>([
  [404, [], /^wrong: the details listing is answered like a made-up path \(404\) → set \{BASE_URL\}/],
  [200, [], /^wrong: the details listing is answered like a made-up path \(200\)/],
  [407, [['Proxy-Authenticate', 'Basic']], /^wrong: a proxy asks for user and password \(407\) → put both into/],
  [301, [['Location', 'https://www.example.com/']], /^wrong: every request is redirected \(301\) to https:\/\/www/],
  [429, [['Retry-After', '3600']], /^unclear: a rate limit is on/],
  [500, [], /^unclear: a server error \(500\)/],
])('no setting is told to work where every request gets %i', async ([status, headers, told]) => {
  const checked = await tried(serviceSettings, always(status, headers))
  expect(checked.of('BASE_URL')).toMatch(told)
  expect(checked.of('API_KEY')).toMatch(told.source.startsWith('^wrong') ? /^not-asked: this address/ : /^\w/)
  expect(checked.of('API_KEY')).not.toMatch(/^works/)
})

test.for(styles.map((style) => [style.name, style] as const))(
  '%s: no setting that works is told as wrong',
  async ([name, style]) => {
    const deployment = await style.make()
    const checked = await tried(deployment.settings, deployment)
    const wrong = checked.tried.filter(({ standing }) => standing === 'wrong').flatMap(({ settings }) => settings)
    // The account of this style is new: no resource that the settings name exists.
    expect(name === 'blank-account' ? wrong.filter((setting) => !setting.startsWith('KNOWN_')) : wrong).toEqual([])
    await deployment.close?.()
  },
)
