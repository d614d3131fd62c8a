import type { CauseRow } from './row.ts'

/** Who is served and who is refused (O2 to O4, O10). */
export const authenticationCauses = {
  'accepted-without-key': {
    headline: 'Anyone can use this without a key',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'access',
  },
  'accepted-invalid-key': {
    headline: 'A wrong key is accepted',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'access',
  },
  'accepted-elsewhere': {
    headline: 'The key is also accepted outside its header',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'access',
  },
  'accepted-ineligible': {
    headline: 'A credential that is not eligible is accepted',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'access',
  },
  'not-refused-as-401': {
    headline: 'A missing or wrong key is not refused with 401',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'invalid-key-not-401': {
    headline: 'A missing key is refused with 401, a wrong key is not',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'not-refused-as-403': {
    headline: 'A credential that is not eligible is not refused with 403',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'ineligible-as-401': {
    headline: 'A credential that is not eligible gets 401 instead of 403',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'key-demanded': {
    headline: 'A key is demanded where the specification shows none',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'eligible-key-not-authorized': {
    headline: 'API_KEY gets 403: either the setting or the deployment is wrong',
    verdicts: ['violation'],
    severity: 'wrong',
    settings: ['API_KEY'],
  },
  'eligible-key-refused': {
    headline: 'API_KEY is refused here and accepted elsewhere: either the setting or the deployment is wrong',
    verdicts: ['violation'],
    severity: 'wrong',
    settings: ['API_KEY'],
  },
  open: {
    headline: 'It answers without a key, as the specification shows it',
    detail: '{status}',
    verdicts: ['pass'],
  },
  'open-or-undecided': {
    headline: 'Without a key it does not answer 401; whether it needs a key is not documented',
    verdicts: ['undocumented'],
  },
  'session-refusal': {
    headline: 'A session operation refuses in its own way, which is not documented',
    verdicts: ['undocumented'],
  },
  'eligible-here': {
    headline: 'The credential is accepted: it may be eligible here',
    verdicts: ['undocumented'],
  },
  'served-without-key': {
    headline: 'It is served without any key, so a key in another place shows nothing',
    verdicts: ['inconclusive'],
  },
  'refused-for-the-request': {
    headline: 'It was refused because of the request, before the key was looked at',
    verdicts: ['inconclusive'],
  },
  'refused-like-the-key': {
    headline: 'The eligible key gets the same status, so the refusal shows nothing',
    verdicts: ['inconclusive'],
  },
  'refused-since': {
    headline: 'Whoever has no key gets the same by then, so the refusal shows nothing',
    verdicts: ['inconclusive'],
  },
  'refused-otherwise': {
    headline: 'It was refused for another reason',
    detail: '{status}',
    verdicts: ['inconclusive'],
  },
  'credential-refused': {
    headline: 'The credential was refused, so the request itself was not looked at',
    verdicts: ['inconclusive'],
  },
} as const satisfies Readonly<Record<string, CauseRow>>
