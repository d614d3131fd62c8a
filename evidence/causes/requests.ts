import { type CauseRow, may } from './row.ts'

/** Causes about valid, broken and odd requests (O6, O7), successes (O9) and mere observations (O13). */
export const requestCauses = {
  'as-documented': may.pass('It is as documented: {seen}'),
  accepted: may.pass('The request is accepted: {seen}'),
  'valid-refused': may.violation('wrong', 'A valid request is refused as invalid: {request}'),
  'headers-refused': may.violation('wrong', 'The headers that the specification tells to send are refused: {request}'),
  'vouched-refused': may.violation(
    'wrong',
    'A request that the settings call valid is refused: either the setting or the deployment is wrong: {request}',
    { settings: ['VALID_'] },
  ),
  'documented-type-refused': may.violation('wrong', 'Every value of the documented type is refused: {member}'),
  'invalid-accepted': may.violation('wrong', 'A request that breaks the documented contract is accepted: {request}'),
  'type-coerced': may.violation('limit', 'A value of one type is taken for another: {request}'),
  'not-refused-as-invalid': may.violation('wrong', 'A broken request is refused otherwise than documented: {request}'),
  'not-accepted': may.inconclusive('The request is refused, and why is not documented', { settings: ['VALID_'] }),
  'known-not-found': may.inconclusive('No choice can succeed: the placement that was asked about is not found', {
    settings: ['KNOWN_PLACEMENT_ID'],
  }),
  'gone-since': may.inconclusive('What it names, or the operation, may be gone by then: nothing was served after it'),
  'control-refused': may.inconclusive('The request without any mistake is refused too', { settings: ['VALID_BODY'] }),
  'no-control': may.inconclusive('No request without a mistake was accepted, so the refusal shows nothing', {
    settings: ['VALID_BODY'],
  }),
  'no-success': may.inconclusive('No request as documented was accepted, so there is no success to look at', {
    settings: ['VALID_'],
  }),
  'not-all-answered': may.inconclusive('Not all requests that are compared were answered'),
  stands: may.pass('It answers unusual requests without a server error: {requests}, answered {statuses}'),
  observed: may.undocumented('The result is not documented, so it is only reported'),
  'other-success-status': may.violation(
    'wrong',
    'A success comes with another status than the documented one: {status}',
  ),
  'no-envelope': may.violation('wrong', 'A success comes without the documented response envelope: {lacks}'),
  'identifies-nothing': may.undocumented('An identifier in the response envelope identifies nothing: {members}'),
  'too-large': may.inconclusive('The body is larger than what is kept of it'),
  'unknown-coding': may.inconclusive('The body is in a content coding that the suite does not read'),
  'not-utf-8': may.violation('wrong', 'The body is called JSON and is not UTF-8'),
  'byte-order-mark': may.violation('wrong', 'The JSON starts with a byte order mark'),
  'broken-json': may.violation('wrong', 'The body is called JSON and is not JSON'),
  json: may.pass('The body is JSON and is called so'),
  'other-media-type': may.undocumented('The body is JSON and has another media type: {type}'),
  'not-json': may.undocumented('The body is not JSON and is not called so: {type}'),
  'no-body': may.undocumented('It answers without a body'),
} as const satisfies Readonly<Record<string, CauseRow>>
