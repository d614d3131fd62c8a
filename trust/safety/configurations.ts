import fc from 'fast-check'
import { catalogue, products } from '../../fixtures/catalog/catalog.ts'
import { checks } from '../../fixtures/checks.ts'
import type { Variables } from '../../run/settings/settings.ts'

/** A command line and its settings, as a user may have them. */
export interface Configuration {
  readonly args: readonly string[]
  readonly variables: Variables
}

const visible = [...'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789_-.+/=']
const key = fc.string({ unit: fc.constantFrom(...visible), minLength: 16, maxLength: 48 })
const id = fc.oneof(
  fc.uuid(),
  fc.string({ unit: fc.constantFrom(...'abcdef0123456789'), minLength: 6, maxLength: 24 }),
  fc.constantFrom('plc_6Yd3Wn8QhR1v', '../../admin', 'a b/c?d#e', '1', 'ünïcode', '{placementId}', 'x'.repeat(300)),
)
const operation = fc.constantFrom(...catalogue.map((row) => row.id as string))
/** An operation. Those that change something or have an identifier in their path come more often. */
const chosen = fc.oneof(
  operation,
  fc.constantFrom(...catalogue.filter(({ effect }) => effect !== 'read').map((row) => row.id as string)),
  fc.constantFrom(...catalogue.filter(({ path }) => path.includes('{')).map((row) => row.id as string)),
)

/** Settings of one environment, with a prefix or an empty one. All but the base address may be left out. */
function settings(prefix: string, host: string): fc.Arbitrary<Variables> {
  const text = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined })
  return fc
    .record({
      BASE_URL: fc.constantFrom(
        `http://${host}`,
        `https://${host}:8443/base/path`,
        `https://${host}/api/`,
        `HTTP://${host}:80//x`,
      ),
      API_KEY: fc.option(key, { nil: undefined, freq: 9 }),
      LOAD_API_KEY: text(key),
      RESTRICTED_ACCOUNT_KEY: text(key),
      RESTRICTED_PRODUCT_KEY: text(key),
      RESTRICTED_PRODUCTS: text(
        fc.constantFrom('Embeds', 'Livestream,Loyalty', products.map(({ product }) => product).join(',')),
      ),
      RESTRICTED_PERMISSION_KEY: text(key),
      RESTRICTED_ORIGIN: text(fc.constant('https://other.example')),
      KNOWN_PLACEMENT_ID: text(id),
      KNOWN_SHORT_ID: text(id),
      KNOWN_SUBSCRIPTION_SHORT_ID: text(id),
      KNOWN_ACCOUNT_ID: text(id),
      KNOWN_ATTRIBUTION_ID: text(id),
      KNOWN_PAYMENT_LINK_ID: text(id),
      VALID_EMBED_BODY: text(fc.constantFrom('{}', '{"name":"a"}')),
      VALID_CHOICE_BODY: text(fc.constant('{"choiceData":{}}')),
      VALID_DETAILS_QUERY: text(fc.constantFrom('limit=1', '?offset=2&limit=3')),
      ALLOW_EFFECTS: text(fc.constantFrom('delete', 'money,message', 'delete,money,message,session')),
      EXCLUDE_OPERATIONS: text(chosen),
      EXTRA_HEADERS: text(fc.constantFrom('X-Gate: secret-of-the-gate', 'X-A: b, X-C: d')),
    })
    .map((one) => Object.fromEntries(Object.entries(one).map(([name, value]) => [`${prefix}${name}`, value])))
}

const words = fc
  .record({
    profile: fc.constantFrom('nightly', 'gate', 'cutover'),
    target: fc.option(fc.constantFrom('development', 'production'), { nil: undefined }),
    operations: fc.array(chosen, { minLength: 1, maxLength: 2 }),
    checks: fc.option(fc.constantFrom(...checks.map((check) => check.id as string), 'auth', 'request', 'errors'), {
      nil: undefined,
    }),
    exclude: fc.option(chosen, { nil: undefined }),
    seed: fc.integer({ min: 0, max: 2 ** 31 - 1 }),
  })
  .map(({ profile, target, operations, checks: check, exclude, seed }) => [
    profile,
    ...(target === undefined ? [] : ['--target', target]),
    ...operations.flatMap((one) => ['--operation', one]),
    ...(check === undefined ? [] : ['--check', check]),
    ...(exclude === undefined ? [] : ['--exclude', exclude]),
    ...['--seed', String(seed)],
  ])

/** Random command lines with random settings. Development and production have different hosts. */
export const configurations: fc.Arbitrary<Configuration> = fc
  .record({
    args: words,
    production: settings('', 'api.example.com'),
    development: settings('DEV_', 'dev.example.com'),
  })
  .map(({ args, production, development }) => ({ args, variables: { ...production, ...development } }))
