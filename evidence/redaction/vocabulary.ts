/**
 * Words of the specification and of HTTP that a credential, or a stretch of one, may share without being given away by
 * them: replacing them would change what a judge reads.
 */
export const vocabulary = [
  'authentication_required not_authorized invalid_request not_found rate_limited idempotencykey description targeturl',
  'selector placement brandname primarycolor secondarycolor revshareenabled allowanonymous showbranding options config',
  'choicedata selection requestid application/json content-type content-length retry-after x-service-api-key problem',
  'platform development production location authorization missing-credential invalid-credential header-only',
  'ineligible-account ineligible-product ineligible-permission ineligible-origin open-operation reachable',
  'server-error malformed-json odd-input field-type query-type idempotency completes redirect pagination',
  'data id status error errors code codes message title type detail details reason name text color limit offset sort',
  'order search draft published active inactive created updated deleted true false null api apps embed create list all',
  'vote choice brand video livestream audience pages pay payment team ads json html xml plain text/html text/plain',
  'application problem+json form utf-8 charset gzip x-gzip deflate identity chunked close keep-alive no-cache no-store',
  'private public max-age bearer get post put patch head header headers options query body path request response',
].flatMap((line) => line.split(' '))

/** Lower case of ASCII alone: positions stay where they are. */
export function lower(text: string): string {
  return text.replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase())
}
