import { createHash } from 'node:crypto'
import { developmentPrefix } from '../../fixtures/settings.ts'

const made = (name: string, length: number) => createHash('sha256').update(name).digest('hex').slice(0, length)
const key = (name: string) => `sk_${createHash('sha256').update(`key ${name}`).digest('base64url').slice(0, 32)}`

/** The data of every deployment: its keys and resources. `WORLD` names the file with them as JSON. */
export const world = {
  keys: {
    [key('eligible')]: 'eligible',
    [key('load')]: 'eligible',
    [key('account')]: 'account',
    [key('product')]: 'product',
    [key('permission')]: 'permission',
  },
  restrictedProducts: ['Embeds', 'Livestream', 'Teams'],
  restrictedOrigin: 'https://not-ours.example',
  placementId: `pl_${made('placement', 16)}`,
  shortId: made('short', 8),
  subscriptionShortId: made('subscription', 8),
  accountId: made('account', 24),
  attributionId: made('attribution', 24),
  paymentLinkId: made('payment link', 24),
} as const

/** The text of a settings file for a deployment as the development target. */
export function settingsText(baseUrl: string): string {
  const settings = {
    BASE_URL: baseUrl,
    API_KEY: key('eligible'),
    LOAD_API_KEY: key('load'),
    RESTRICTED_ACCOUNT_KEY: key('account'),
    RESTRICTED_PRODUCT_KEY: key('product'),
    RESTRICTED_PRODUCTS: world.restrictedProducts.join(','),
    RESTRICTED_PERMISSION_KEY: key('permission'),
    RESTRICTED_ORIGIN: world.restrictedOrigin,
    KNOWN_PLACEMENT_ID: world.placementId,
    KNOWN_SHORT_ID: world.shortId,
    KNOWN_SUBSCRIPTION_SHORT_ID: world.subscriptionShortId,
    KNOWN_ACCOUNT_ID: world.accountId,
    KNOWN_ATTRIBUTION_ID: world.attributionId,
    KNOWN_PAYMENT_LINK_ID: world.paymentLinkId,
  }
  return Object.entries(settings)
    .map(([name, value]) => `${developmentPrefix}${name}=${value}\n`)
    .join('')
}
