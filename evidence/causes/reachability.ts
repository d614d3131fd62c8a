import type { CauseRow } from './row.ts'

/** Whether a listed operation is there (O1), and where its redirects and resources lead (O8, O9). */
export const reachabilityCauses = {
  'unlike-unknown-routes': {
    headline: 'It answers otherwise than unknown paths do',
    detail: '{status}',
    verdicts: ['pass'],
  },
  'unlike-made-up': {
    headline: 'It answers otherwise than the same path with a made-up identifier does',
    detail: '{status}',
    verdicts: ['pass'],
  },
  'method-refused': {
    headline: 'The listed method is refused',
    detail: '{status}',
    verdicts: ['violation'],
    severity: 'missing',
  },
  'not-there': {
    headline: 'This operation does not exist: it answers like an unknown path',
    detail: '{status}',
    verdicts: ['violation'],
    severity: 'missing',
  },
  'not-there-in-turn': {
    headline: 'This operation is missing now and then: the same question is answered, then as for an unknown path',
    detail: 'missing {gone} of {asked} times',
    verdicts: ['violation'],
    severity: 'missing',
  },
  'like-unknown-routes': {
    headline: 'It answers like an unknown path, in a way that does not show whether it exists',
    verdicts: ['inconclusive'],
  },
  'gone-whatever-asked': {
    headline:
      'It is not found whatever it is asked, and not as unknown paths are: that does not show whether it exists',
    detail: '{status}',
    verdicts: ['inconclusive'],
  },
  'not-compared': {
    headline: 'There was no answer of an unknown path to compare with',
    verdicts: ['inconclusive'],
  },
  'not-not-found': {
    headline: 'A made-up identifier does not get not_found',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'everything-found': {
    headline: 'Every made-up identifier is served',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  success: {
    headline: 'A made-up identifier was served',
    verdicts: ['inconclusive'],
  },
  'invalid-request': {
    headline: 'The made-up identifier was refused as invalid_request, perhaps for its form',
    verdicts: ['inconclusive'],
  },
  redirects: {
    headline: 'It redirects and names where to',
    detail: '{status}',
    verdicts: ['pass'],
  },
  'not-found': {
    headline: 'There is no such link, and it says not_found',
    verdicts: ['pass'],
  },
  'no-redirect': {
    headline: 'It neither redirects nor says not_found',
    verdicts: ['undocumented'],
  },
} as const satisfies Readonly<Record<string, CauseRow>>
