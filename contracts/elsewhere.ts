import { keyHeader } from '../fixtures/errors.ts'

/*
 * Places other than its header where the key is sent (O2d): none of them counts (§5.1).
 */

/** Headers by which a service behind a proxy may take the client for itself. */
export const ownAddress = [
  ...['X-Forwarded-For', 'X-Real-IP', 'X-Client-IP', 'True-Client-IP'].map((name) => [name, '127.0.0.1'] as const),
  ['Forwarded', 'for=127.0.0.1'],
] as const
/** Headers by which a service may take the client for a browser on one of its own pages. */
export const ownPage = (origin: string) =>
  [
    ['Origin', origin],
    ['Referer', `${origin}/`],
    ['Sec-Fetch-Site', 'same-origin'],
    ['X-Requested-With', 'XMLHttpRequest'],
  ] as const
/** Names under which services often look for a key. */
export const cookies = [keyHeader, 'api_key', 'apiKey', 'token', 'access_token']
export const otherHeaders = ['X-API-Key', 'Api-Key', 'apikey', 'X-Auth-Token', 'X-Access-Token']
/** What guards of frameworks read by themselves: of OAuth, Laravel, Devise. */
const guardNames = ['access_token', 'api_token', 'auth_token']
export const queryNames = [keyHeader, 'api_key', 'apiKey', 'apikey', 'key', 'token', ...guardNames]

const base64 = (text: string) => Buffer.from(text).toString('base64')
export const asUser = (secret: string) => base64(`${secret}:`)
export const asPassword = (secret: string) => base64(`api:${secret}`)

/** How HTTP's Basic scheme writes a key: as the user without a password, and as the password of a user. */
export const basicForms = (secret: string): readonly string[] => [asUser(secret), asPassword(secret)]

/** Puts a secret into HTTP's own header for credentials. */
export const authorization = (value: (secret: string) => string) => (secret: string) => ({
  headers: [['Authorization', value(secret)] as const],
})
