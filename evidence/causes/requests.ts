import type { CauseRow } from './row.ts'

/** Valid, broken and odd requests (O6, O7), what a success looks like (O9), and what is only observed (O13). */
export const requestCauses = {
  'as-documented': {
    headline: 'It is as documented',
    detail: '{seen}',
    verdicts: ['pass'],
  },
  accepted: {
    headline: 'The request is accepted',
    detail: '{seen}',
    verdicts: ['pass'],
  },
  'valid-refused': {
    headline: 'A valid request is refused as invalid',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'vouched-refused': {
    headline: 'A request that the settings call valid is refused: either the setting or the deployment is wrong',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
    settings: ['VALID_'],
  },
  'documented-type-refused': {
    headline: 'Every value of the documented type is refused',
    detail: '{member}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'invalid-accepted': {
    headline: 'A request that breaks the documented contract is accepted',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'type-coerced': {
    headline: 'A value of one type is taken for another',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'limit',
  },
  'not-refused-as-invalid': {
    headline: 'A broken request is refused, but not as invalid_request',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'not-accepted': {
    headline: 'The request is refused, and why is not documented',
    verdicts: ['inconclusive'],
    settings: ['VALID_'],
  },
  'known-not-found': {
    headline: 'The placement that the settings name is not found',
    verdicts: ['inconclusive'],
    settings: ['KNOWN_PLACEMENT_ID'],
  },
  'gone-since': {
    headline: 'What it names, or the operation, may be gone by then: nothing was served after it',
    verdicts: ['inconclusive'],
  },
  'control-refused': {
    headline: 'The request without any mistake is refused too',
    verdicts: ['inconclusive'],
    settings: ['VALID_BODY'],
  },
  'no-control': {
    headline: 'No request without a mistake was accepted, so the refusal shows nothing',
    verdicts: ['inconclusive'],
    settings: ['VALID_BODY'],
  },
  'no-success': {
    headline: 'No request was accepted, so there is no success to look at',
    verdicts: ['inconclusive'],
    settings: ['VALID_'],
  },
  'not-all-answered': {
    headline: 'Not all requests that are compared were answered',
    verdicts: ['inconclusive'],
  },
  stands: {
    headline: 'It answers unusual requests without a server error',
    detail: '{requests}, answered {statuses}',
    verdicts: ['pass'],
  },
  observed: {
    headline: 'What comes of this is not documented, so it is only reported',
    verdicts: ['undocumented'],
  },
  'other-success-status': {
    headline: 'A success comes with another status than the documented one',
    detail: '{status}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'no-envelope': {
    headline: 'A success comes without the documented response envelope',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'too-large': {
    headline: 'The body is larger than what is kept of it',
    verdicts: ['inconclusive'],
  },
  'unknown-coding': {
    headline: 'The body is in a content coding that the suite does not read',
    verdicts: ['inconclusive'],
  },
  'not-utf-8': {
    headline: 'The body is called JSON and is not UTF-8',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'byte-order-mark': {
    headline: 'The JSON starts with a byte order mark',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'broken-json': {
    headline: 'The body is called JSON and is not JSON',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  json: {
    headline: 'The body is JSON and is called so',
    verdicts: ['pass'],
  },
  'other-media-type': {
    headline: 'The body is JSON and has another media type',
    detail: '{type}',
    verdicts: ['undocumented'],
  },
  'not-json': {
    headline: 'The body is not JSON and is not called so',
    detail: '{type}',
    verdicts: ['undocumented'],
  },
  'no-body': {
    headline: 'It answers without a body',
    verdicts: ['undocumented'],
  },
} as const satisfies Readonly<Record<string, CauseRow>>
