import { type CauseRow, may } from './row.ts'

/** Causes about operations that are there or not (O1), and about their redirects and resources (O8, O9). */
export const reachabilityCauses = {
  'unlike-unknown-routes': may.pass('It answers otherwise than unknown paths do: {status}'),
  'unlike-made-up': may.pass('It answers otherwise than the same path with a made-up identifier does: {status}'),
  allowed: may.pass('OPTIONS names its method on its path, and not on unknown paths'),
  'method-refused': may.violation('missing', 'The listed method is refused: {status}'),
  'not-there': may.violation('missing', 'This operation does not exist: it answers like an unknown path: {status}'),
  'not-there-in-turn': may.violation(
    'missing',
    'This operation is missing now and then: the same question is answered, then as for an unknown path: missing {gone} of {asked} times',
  ),
  'like-unknown-routes': may.inconclusive(
    'It answers like an unknown path, in a way that does not show whether it exists',
  ),
  'unknown-to-the-key': may.inconclusive(
    'The own key gets what it gets on unknown paths, in a way that does not show whether it exists: {status}',
  ),
  'gone-whatever-asked': may.inconclusive(
    'It is not found whatever it is asked, and not as unknown paths are: that does not show whether it exists: {status}',
  ),
  'leads-to-own-path': may.inconclusive(
    'It sends every request to another writing of its own path, so nothing was seen at the listed one: {status}',
  ),
  'not-compared': may.inconclusive('There was no answer of an unknown path to compare with'),
  'not-not-found': may.violation('wrong', 'A made-up identifier does not get not_found'),
  'everything-found': may.violation('wrong', 'Every made-up identifier is served'),
  success: may.inconclusive('A made-up identifier was served'),
  'invalid-request': may.inconclusive('The made-up identifier was refused as invalid_request, perhaps for its form'),
  redirects: may.pass('It redirects and names where to: {status}'),
  'not-found': may.pass('There is no such link, and it says not_found'),
  'leads-nowhere': may.undocumented('It redirects to the link itself, or to something that is no address'),
  'no-redirect': may.undocumented('It neither redirects nor says not_found'),
} as const satisfies Readonly<Record<string, CauseRow>>
