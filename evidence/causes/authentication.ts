import { type CauseRow, may } from './row.ts'

/** Causes about keys and other credentials: who is served and who is refused (O2 to O4, O10). */
export const authenticationCauses = {
  'accepted-without-key': may.violation('access', 'Anyone can use this without a key: {request}'),
  'accepted-invalid-key': may.violation('access', 'A wrong key is accepted: {request}'),
  'accepted-elsewhere': may.violation('access', 'The key is also accepted outside its header: {request}'),
  'accepted-ineligible': may.violation('access', 'A credential that is not eligible is accepted: {request}'),
  'not-refused-as-401': may.violation('wrong', 'A missing or wrong key is not refused with 401: {request}'),
  'invalid-key-not-401': may.violation('wrong', 'A missing key is refused with 401, a wrong key is not: {request}'),
  'not-refused-as-403': may.violation('wrong', 'A credential that is not eligible is not refused with 403: {request}'),
  'ineligible-as-401': may.violation('wrong', 'A credential that is not eligible gets 401 instead of 403: {request}'),
  'key-demanded': may.violation('wrong', 'A key is demanded where the specification shows none: {request}'),
  'eligible-key-not-authorized': may.violation(
    'wrong',
    'The own key gets 403: either the setting or the deployment is wrong',
    { settings: ['API_KEY'] },
  ),
  'eligible-key-refused': may.violation(
    'wrong',
    'The own key is refused here and accepted elsewhere: either the setting or the deployment is wrong',
    { settings: ['API_KEY'] },
  ),
  open: may.pass('It answers without a key, as the specification shows it: {status}'),
  'open-or-undecided': may.undocumented(
    'Without a key it does not answer 401; whether it needs a key is not documented',
  ),
  'session-refusal': may.undocumented('A session operation refuses in its own way, which is not documented'),
  'eligible-here': may.undocumented('The credential is accepted: it may be eligible here'),
  'served-without-key': may.inconclusive('It is served without any key, so a key in another place shows nothing'),
  'refused-for-the-request': may.inconclusive('It was refused because of the request, before the key was looked at'),
  'refused-like-the-key': may.inconclusive('The eligible key gets the same status, so the refusal shows nothing'),
  'refused-since': may.inconclusive('By then a request without a key got the same, so the refusal shows nothing'),
  'page-by-chance': may.inconclusive('It was refused as others are now and then: it may be a captcha'),
  'refused-otherwise': may.inconclusive('It was refused for another reason: {status}'),
  'credential-refused': may.inconclusive('The credential was refused, so the request itself was not looked at'),
} as const satisfies Readonly<Record<string, CauseRow>>
