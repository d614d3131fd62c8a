import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { UsageError } from '../../evidence/usage-error.ts'
import { settingNames } from '../../fixtures/settings.ts'
import { canonicalOrigin } from './same-origin.ts'
import { readCommon, readKnown, readVariables, refuseOneKeyForTwo, type Variables } from './settings.ts'

const base = { BASE_URL: 'https://api.example.com' }
const known = (more: Variables, environment: 'production' | 'development' = 'production') =>
  readKnown({ ...base, ...more }, environment)

/** The message of the `UsageError` that this call throws. */
function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    expect(error).toBeInstanceOf(UsageError)
    return (error as UsageError).message
  }
  throw new Error('nothing was refused')
}

describe('a wrong value is refused with the name of its setting', () => {
  test.for([
    ['BASE_URL', 'nowhere', 'is no address'],
    ['BASE_URL', 'ftp://api.example.com', 'must begin with http:// or https://'],
    ['BASE_URL', 'https://me:s3cret@api.example.com', 'no user and no password'],
    ['BASE_URL', 'https://me@api.example.com', 'no user and no password'],
    ['BASE_URL', 'https://api.example.com/?a=1', 'no query and no fragment'],
    ['BASE_URL', 'https://api.example.com/#a', 'no query and no fragment'],
    ['API_KEY', 's3cret with blanks', 'no header can carry'],
    ['LOAD_API_KEY', 's3cret\u00e9', 'no header can carry'],
    ['RESTRICTED_ACCOUNT_KEY', 's3cret\nnext', 'no header can carry'],
    ['RESTRICTED_PRODUCT_KEY', 's3cret\u0000', 'no header can carry'],
    ['RESTRICTED_PERMISSION_KEY', 's3cret\tx', 'no header can carry'],
    ['RESTRICTED_PRODUCTS', 'Embeds, Team', "did you mean 'Teams'"],
    ['RESTRICTED_ORIGIN', 'a\nb', 'must be one line'],
    ['RESTRICTED_ORIGIN', 'not-ours.example', 'is no origin'],
    ['RESTRICTED_ORIGIN', 'https://not-ours.example/', 'is no origin'],
    ['RESTRICTED_ORIGIN', 'https://s3cret@not-ours.example', 'is no origin'],
    ['RESTRICTED_ORIGIN', 'https://not-ours.example?a', 'is no origin'],
    ['KNOWN_PLACEMENT_ID', 'a\rb', 'must be one line'],
    ['KNOWN_SHORT_ID', 'a\u0000b', 'must be one line'],
    ['KNOWN_SHORT_ID', '..', 'is no identifier'],
    ['KNOWN_SUBSCRIPTION_SHORT_ID', 'a\nb', 'must be one line'],
    ['KNOWN_ACCOUNT_ID', 'a\nb', 'must be one line'],
    ['KNOWN_ATTRIBUTION_ID', 'a\nb', 'must be one line'],
    ['KNOWN_PAYMENT_LINK_ID', 'a\nb', 'must be one line'],
    ['VALID_EMBED_BODY', '{s3cret', 'is not JSON: put a JSON object in single quotes'],
    ['VALID_EMBED_BODY', '["s3cret"]', 'must be a JSON object'],
    ['VALID_CHOICE_BODY', 'null', 'must be a JSON object'],
    ['VALID_CHOICE_BODY', '7', 'must be a JSON object'],
    ['VALID_DETAILS_QUERY', 'a=1 b', 'percent-encoded'],
    ['VALID_DETAILS_QUERY', 'a=1#b', 'percent-encoded'],
    ['RATE_LIMIT_OPERATION', 'GET /api/video/details/al', "did you mean 'GET /api/video/details/all'"],
    ['EXCLUDE_OPERATIONS', 'POST /api/vote/embed/create,GET /nowhere', 'There is no operation (in'],
    ['ALLOW_EFFECTS', 'delte', "did you mean 'delete'"],
    ['EXTRA_HEADERS', 's3cret', '"Name: value"'],
    ['EXTRA_HEADERS', 'X-A: s3cret\u00e9', 'the value of X-A must be ASCII'],
    ['EXTRA_HEADERS', 'x-service-api-key: s3cret', 'must not set x-service-api-key'],
    ['EXTRA_HEADERS', 'X-A: b\nHost: s3cret', 'must not set Host'],
    ['EXTRA_HEADERS', 'X-A: b, Authorization: s3cret', 'must not set Authorization'],
    ['LOAD_OPERATIONS', 'GET /api/video/details/al', "did you mean 'GET /api/video/details/all'"],
  ] as const)('%s=%s', ([name, value, words]) => {
    for (const [prefix, environment] of [
      ['', 'production'],
      ['DEV_', 'development'],
    ] as const) {
      const label = `${prefix}${name}`
      const sentence = refusal(() =>
        readKnown({ [`${prefix}BASE_URL`]: 'https://api.example.com', [label]: value }, environment),
      )
      expect(sentence).toContain(label)
      expect(sentence).toContain(words)
      expect(sentence).not.toContain('s3cret')
      expect(sentence).not.toContain('\n')
    }
  })

  test.for(settingNames)('%s that is set but empty', (name) => {
    const settings = { BASE_URL: 'https://a.example.com', DEV_BASE_URL: 'https://b.example.com', [name]: '  ' }
    const sentence = refusal(() => [
      readKnown(settings, name.startsWith('DEV_') ? 'development' : 'production'),
      readCommon(settings),
    ])
    expect(sentence).toBe(`${name} is set but empty: give it a value or leave it out`)
  })

  test('a base address that is missing', () => {
    const folder = mkdtempSync(join(tmpdir(), 'settings-'))
    vi.spyOn(process, 'cwd').mockReturnValue(folder)
    const into = (place: string) =>
      `BASE_URL is not set: put the base address of the production environment into ${place} or into the environment; npx suite run nightly --target embedded needs none`
    const elsewhere = `.env, which is looked for in the folder where you are (${folder}),`
    expect(refusal(() => readKnown({}, 'production'))).toBe(into(elsewhere))
    writeFileSync(join(folder, '.env.example'), '')
    expect(refusal(() => readKnown({}, 'production'))).toBe(into('.env (cp .env.example .env)'))
    writeFileSync(join(folder, '.env'), '')
    expect(refusal(() => readKnown({}, 'production'))).toBe(into('.env'))
    vi.restoreAllMocks()
    expect(refusal(() => readKnown(base, 'development'))).toMatch(/^DEV_BASE_URL is not set.*development/)
    expect(refusal(() => readKnown({}, 'production', [], 'night.env'))).toMatch(
      / environment into night.env or into the/,
    )
  })
})

describe('one origin for both environments is refused, however it is written', () => {
  test.for([
    ['https://api.example.com', 'https://api.example.com', true],
    ['https://api.example.com/a', 'https://API.example.com.:443/b', true],
    ['http://localhost:80', 'http://127.0.0.1', true],
    ['http://localhost:3000', 'http://[::1]:3000', true],
    ['http://localhost:3000', 'http://dev.localhost:3000', true],
    ['http://127.0.0.1:3000', 'http://127.1.2.3:3000', true],
    ['http://0.0.0.0:3000', 'http://[::ffff:127.0.0.1]:3000', true],
    ['http://localhost:3000', 'http://localhost:3001', false],
    ['https://api.example.com', 'https://dev.example.com', false],
    ['https://api.example.com', 'http://api.example.com', true],
    ['https://mylocalhost', 'https://localhost', false],
  ] as const)('%s and %s: %s', ([production, development, same]) => {
    const variables = { BASE_URL: production, DEV_BASE_URL: development }
    for (const environment of ['production', 'development'] as const) {
      if (same)
        expect(refusal(() => readKnown(variables, environment))).toContain(
          'BASE_URL and DEV_BASE_URL have the same origin',
        )
      else
        expect(readKnown(variables, environment).baseUrl).toBe(environment === 'production' ? production : development)
    }
  })

  test.for(['127.0.0.1:4310', 'localhost:4310', '127.0.0.1:4310/base'])('without its scheme: %s', (production) => {
    const variables = { BASE_URL: production, DEV_BASE_URL: 'http://127.0.0.1:4310' }
    expect(refusal(() => readKnown(variables, 'development'))).toContain('have the same origin')
  })

  test('a BASE_URL of another tool, which is no address, is ignored', () => {
    const variables = { BASE_URL: '/', DEV_BASE_URL: 'http://127.0.0.1:4310' }
    expect(readKnown(variables, 'development').baseUrl).toBe('http://127.0.0.1:4310')
  })

  test('a text that is no address has no origin', () => {
    expect(canonicalOrigin('nowhere')).toBe(null)
    expect(canonicalOrigin('https://a.example.com:8443/x')).toBe('a.example.com:8443')
  })
})

describe('one key cannot be eligible and refused', () => {
  const refused = (more: Variables) =>
    refuseOneKeyForTwo(
      readKnown({ DEV_BASE_URL: base.BASE_URL, DEV_API_KEY: 'key-1', ...more }, 'development'),
      'development',
    )

  test.for<Variables>([
    { DEV_RESTRICTED_ACCOUNT_KEY: 'key-1' },
    { DEV_RESTRICTED_PERMISSION_KEY: 'key-1' },
    { DEV_RESTRICTED_PRODUCT_KEY: 'key-1', DEV_RESTRICTED_PRODUCTS: 'Teams, Embeds' },
  ])('%j', (more) => {
    const [name = ''] = Object.keys(more)
    expect(refusal(() => refused(more))).toBe(
      `${name} is the same as DEV_API_KEY: one key cannot be refused and eligible`,
    )
  })

  test.for<Variables>([
    {},
    { DEV_RESTRICTED_ACCOUNT_KEY: 'key-2', DEV_RESTRICTED_PERMISSION_KEY: 'key-2' },
    { DEV_RESTRICTED_PRODUCT_KEY: 'key-1', DEV_RESTRICTED_PRODUCTS: 'Payments' },
  ])('%j is accepted', (more) => {
    expect(() => refused(more)).not.toThrow()
  })
})

describe('right values are read', () => {
  test('of all kinds, without the blanks around them', () => {
    const read = known({
      BASE_URL: ' https://api.example.com/base// ',
      API_KEY: ' key-1 ',
      RESTRICTED_PRODUCTS: 'Embeds , teams,',
      VALID_EMBED_BODY: '{"name":"n"}',
      VALID_DETAILS_QUERY: '?limit=3',
      EXCLUDE_OPERATIONS: 'POST /api/vote/embed/create',
      ALLOW_EFFECTS: 'delete,money',
      EXTRA_HEADERS: 'X-A: one, two\n\nX-B:three, X-C: four',
      KNOWN_SHORT_ID: 'abc',
    })
    expect(read).toMatchObject({
      baseUrl: 'https://api.example.com/base',
      keys: { eligible: 'key-1', load: null },
      restrictedProducts: ['Embeds', 'Teams'],
      vouched: { embedBody: { name: 'n' }, choiceBody: null, detailsQuery: 'limit=3' },
      exclude: ['POST /api/vote/embed/create'],
      allowEffects: ['delete', 'money'],
      extraHeaders: [
        ['X-A', 'one, two'],
        ['X-B', 'three'],
        ['X-C', 'four'],
      ],
      ids: { shortId: 'abc', placementId: null },
      rateLimitOperation: 'GET /api/video/details/all',
    })
  })

  test.for(['null', 'https://not-ours.example', 'http://127.0.0.1:3000', 'capacitor://localhost', 'http://[::1]:80'])(
    'for an origin: %s',
    (origin) => {
      expect(known({ RESTRICTED_ORIGIN: origin }).restrictedOrigin).toBe(origin)
    },
  )

  test('for an operation that an extension adds', () => {
    const variables = { ...base, RATE_LIMIT_OPERATION: 'GET /api/more' }
    expect(readKnown(variables, 'production', ['GET /api/more']).rateLimitOperation).toBe('GET /api/more')
    expect(refusal(() => readKnown(variables, 'production'))).toContain('RATE_LIMIT_OPERATION')
  })

  test('for common settings, which have no prefix', () => {
    expect(readCommon({ K6_BIN: '/k6', DEV_K6_BIN: '/other' }).k6).toBe('/k6')
    expect(readCommon({})).toEqual({
      catalogExtension: null,
      k6: null,
      baselineDirectory: null,
      historyFile: null,
      authority: null,
      clientCertificate: null,
      clientKey: null,
      thresholds: null,
      traceparent: false,
    })
    expect(readCommon({ TRACEPARENT: '1', HISTORY_FILE: 'h' })).toMatchObject({ traceparent: true, historyFile: 'h' })
    expect(refusal(() => readCommon({ TRACEPARENT: 'yes' }))).toBe('TRACEPARENT must be 1 or 0')
  })
})

describe('a settings file', () => {
  const file = (text: string) => {
    const path = join(mkdtempSync(join(tmpdir(), 'settings-')), '.env')
    writeFileSync(path, text)
    return path
  }

  test('must exist where it is named, and the environment overrides it', () => {
    expect(refusal(() => readVariables({}, '/nowhere/.env'))).toBe(
      'The settings file /nowhere/.env is not there. Name another with --settings, or begin with: cp .env.example /nowhere/.env',
    )
    expect(readVariables({ API_KEY: 'real' }, file('API_KEY=file\nBASE_URL=https://a.example.com'))).toEqual({
      API_KEY: 'real',
      BASE_URL: 'https://a.example.com',
    })
  })

  test.for([
    ['DEV_API_KEI=s3cret', 'DEV_API_KEI', 'DEV_API_KEY'],
    ['API_TOKEN=s3cret', 'API_TOKEN', null],
    ['BASE_ADDRESS=s3cret', 'BASE_ADDRESS', null],
    ['KNOWN_PLACEMENT=s3cret', 'KNOWN_PLACEMENT', 'KNOWN_PLACEMENT_ID'],
    ['RESTRICTED_PRODUCT=s3cret', 'RESTRICTED_PRODUCT', 'RESTRICTED_PRODUCTS'],
    ['VALID_CHOICE=s3cret', 'VALID_CHOICE', 'VALID_CHOICE_BODY'],
    ['LOAD_KEY=s3cret', 'LOAD_KEY', 'LOAD_API_KEY'],
    ['HISTRY_FILE=s3cret', 'HISTRY_FILE', 'HISTORY_FILE'],
    ['TRACE_PARENT=s3cret', 'TRACE_PARENT', 'TRACEPARENT'],
  ] as const)('that sets %s is refused', ([text, name, nearest]) => {
    const sentence = refusal(() => readVariables({}, file(text)))
    const meant = nearest === null ? '.env.example lists all' : `did you mean ${nearest}`
    expect(sentence).toContain(`names ${name}, which is no setting: ${meant}`)
    expect(sentence).not.toContain('s3cret')
  })

  test.for([
    ['DEV_API_KEY=s3cret#more', 'ends at #'],
    ['VALID_EMBED_BODY={"primaryColor":"#ff0000"}', 'ends at #'],
    ["API_KEY='s3cret", 'a quote that is not closed'],
  ])('with a line that dotenv would misread is refused: %s', ([text, why]) => {
    const sentence = refusal(() => readVariables({}, file(`BASE_URL=https://a.example.com\n${text}`)))
    expect(sentence).toMatch(/, line 2: /)
    expect(sentence).toContain(why)
    expect(sentence).not.toContain('s3cret')
  })

  test('that a Windows shell wrote as UTF-16 is told as that', () => {
    const path = file('')
    writeFileSync(path, '\ufeffAPI_KEY=s3cret\r\n', 'utf16le')
    expect(refusal(() => readVariables({}, path))).toBe(
      `${path} holds a NUL, as UTF-16 does. Save it as UTF-8; nothing was sent`,
    )
  })

  test.for([
    ["API_KEY='a#b'", 'a#b'],
    ['API_KEY=ab # whose', 'ab'],
    ['export API_KEY=ab', 'ab'],
    ["API_KEY='a\nb#c'", 'a\nb#c'],
    ['# API_KEY=a#b', undefined],
  ])('is read where it is right: %s', ([text, value]) => {
    expect(readVariables({}, file(text as string))['API_KEY']).toBe(value)
  })

  test('may hold variables of other tools', () => {
    expect(readVariables({}, file('EDITOR=vi'))).toEqual({ EDITOR: 'vi' })
  })
})
