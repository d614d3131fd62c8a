/** How the text of a setting is read. */
type SettingKind =
  | 'url'
  | 'secret'
  | 'text'
  | 'products'
  | 'operation'
  | 'operations'
  | 'effects'
  | 'headers'
  | 'object'
  | 'query'
  | 'file'
  | 'directory'

/** A setting of `.env.example`: with a prefix for each environment, or common to both. */
export interface SettingRow {
  readonly name: string
  readonly kind: SettingKind
  readonly meaning: string
}

/** Settings of one environment: as they stand for production, with `DEV_` for development. */
export const environmentSettings = [
  { name: 'BASE_URL', kind: 'url', meaning: 'Base address; may have a base path, no user or password' },
  { name: 'API_KEY', kind: 'secret', meaning: 'Key that is eligible for embed creation and the details listing' },
  { name: 'LOAD_API_KEY', kind: 'secret', meaning: 'Key that nobody else uses, for limit probes; API_KEY if left out' },
  { name: 'RESTRICTED_ACCOUNT_KEY', kind: 'secret', meaning: 'Key of an ineligible account' },
  { name: 'RESTRICTED_PRODUCT_KEY', kind: 'secret', meaning: 'Key without the scope of RESTRICTED_PRODUCTS' },
  {
    name: 'RESTRICTED_PRODUCTS',
    kind: 'products',
    meaning: 'Products, comma-separated, that RESTRICTED_PRODUCT_KEY must be refused for',
  },
  {
    name: 'RESTRICTED_PERMISSION_KEY',
    kind: 'secret',
    meaning: 'Key without the permission for the two shown operations',
  },
  { name: 'RESTRICTED_ORIGIN', kind: 'text', meaning: 'Origin header that makes API_KEY ineligible' },
  { name: 'KNOWN_PLACEMENT_ID', kind: 'text', meaning: 'Identifier of a placement that exists' },
  { name: 'KNOWN_SHORT_ID', kind: 'text', meaning: 'Short id of a payment link that exists' },
  { name: 'KNOWN_SUBSCRIPTION_SHORT_ID', kind: 'text', meaning: 'Short id of a subscription link that exists' },
  { name: 'KNOWN_ACCOUNT_ID', kind: 'text', meaning: 'Identifier of an account that exists' },
  { name: 'KNOWN_ATTRIBUTION_ID', kind: 'text', meaning: 'Identifier of an attribution that exists' },
  { name: 'KNOWN_PAYMENT_LINK_ID', kind: 'text', meaning: 'Identifier of a payment link that exists' },
  { name: 'VALID_EMBED_BODY', kind: 'object', meaning: 'JSON object that embed creation is known to accept' },
  { name: 'VALID_CHOICE_BODY', kind: 'object', meaning: 'JSON object that the audience choice is known to accept' },
  {
    name: 'VALID_DETAILS_QUERY',
    kind: 'query',
    meaning: 'Query, without ?, that the details listing is known to accept',
  },
  {
    name: 'RATE_LIMIT_OPERATION',
    kind: 'operation',
    meaning: 'Read whose limit is probed; the details listing if left out',
  },
  { name: 'EXCLUDE_OPERATIONS', kind: 'operations', meaning: 'Operations, comma-separated, that are never touched' },
  {
    name: 'ALLOW_EFFECTS',
    kind: 'effects',
    meaning: 'Effects (delete, money, message, session) that may be asked with a body that could be valid',
  },
  {
    name: 'EXTRA_HEADERS',
    kind: 'headers',
    meaning:
      'Headers for every request, as "Name: value" lines or comma-separated; values of four characters and more are secrets',
  },
] as const satisfies readonly SettingRow[]

/** Settings that are common to both environments. */
export const commonSettings = [
  {
    name: 'CATALOG_EXTENSION',
    kind: 'file',
    meaning: 'JSON file with operations that the catalogue does not list, and clean-ups',
  },
  { name: 'K6_BIN', kind: 'file', meaning: 'k6 to use instead of the one on the path or the one that is built' },
  { name: 'BASELINE_DIR', kind: 'directory', meaning: 'Folder of accepted observations and known findings' },
  { name: 'CA_FILE', kind: 'file', meaning: 'Private certificate authority, PEM, for probes and k6' },
  { name: 'CLIENT_CERT_FILE', kind: 'file', meaning: 'Client certificate, PEM, for probes and k6' },
  { name: 'CLIENT_KEY_FILE', kind: 'file', meaning: 'Private key of the client certificate, PEM' },
  { name: 'LOAD_THRESHOLDS', kind: 'file', meaning: 'JSON file with latency thresholds; the specification has none' },
] as const satisfies readonly SettingRow[]

export type EnvironmentSetting = (typeof environmentSettings)[number]['name']
export type CommonSetting = (typeof commonSettings)[number]['name']

/** What stands before a development setting's name. */
export const developmentPrefix = 'DEV_'
