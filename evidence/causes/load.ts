import type { CauseRow } from './row.ts'

/** What load scenarios saw (O14 to O17, O19). */
export const loadCauses = {
  'code-wrong': {
    headline: 'A rate limit answers 429 without the code rate_limited',
    detail: '{refusals}',
    verdicts: ['violation', 'undocumented'],
    severity: 'limit',
  },
  'status-wrong': {
    headline: 'A rate limit answers rate_limited with another status than 429',
    detail: '{status}',
    verdicts: ['violation', 'undocumented'],
    severity: 'limit',
  },
  'refused-under-load': {
    headline: 'It answers at rest, and under load it refuses otherwise than with 429',
    detail: '{status}',
    verdicts: ['violation'],
    severity: 'limit',
  },
  'limit-without-429': {
    headline: 'A rate limit answers with something else than 429',
    detail: '{status} after {answers} answers to one request at a time, and after a wait it serves again',
    verdicts: ['violation', 'undocumented'],
    severity: 'limit',
  },
  'unavailable-instead': {
    headline: 'Under load it turns away with 502, 503 or 504, where a limit answers 429, and alone it serves',
    detail: '{status}',
    verdicts: ['undocumented'],
  },
  'otherwise-under-load': {
    headline: 'A few requests under load were answered otherwise than at rest',
    verdicts: ['inconclusive'],
  },
  'rate-limited': {
    headline: 'Refusals come with 429 and rate_limited',
    detail: '{refusals}',
    verdicts: ['pass'],
  },
  'no-refusal': {
    headline: 'No rate limit was met',
    detail: '{requests} in {time}',
    verdicts: ['not-exercised'],
  },
  'no-429': {
    headline: 'The limit that was met did not answer 429, and only of such a refusal this can be told',
    verdicts: ['not-exercised'],
  },
  'only-limited': {
    headline: 'A limit refused it each time, and such a refusal tells nothing else',
    detail: '{requests}',
    verdicts: ['not-exercised'],
  },
  'key-refused': {
    headline: 'The key itself was refused, so what was sent was no load',
    verdicts: ['not-exercised'],
    settings: ['LOAD_API_KEY'],
  },
  unanswered: {
    headline: 'At rest no request was answered, so no load was sent',
    verdicts: ['inconclusive'],
  },
  malformed: {
    headline: 'Retry-After is not written as HTTP demands',
    detail: '{why}',
    verdicts: ['violation'],
    severity: 'limit',
  },
  absent: {
    headline: 'Refusals come without Retry-After, which may be left out',
    verdicts: ['pass'],
  },
  readable: {
    headline: 'Retry-After is written as HTTP demands',
    detail: '{forms}, at most {time}',
    verdicts: ['pass'],
  },
  'wait-overstated': {
    headline: 'Retry-After asks for far longer than the limit lasts',
    detail: 'it asks for {told} and serves after {served}; a client that honours it loses {lost}',
    verdicts: ['undocumented'],
  },
  'longer-than-budget': {
    headline: 'The wait that is asked for is longer than there is time for',
    detail: '{wait}',
    verdicts: ['not-exercised'],
  },
  'served-again': {
    headline: 'It serves again after the wait',
    detail: '{trials}',
    verdicts: ['pass'],
  },
  'refused-again': {
    headline: 'It refuses again although the client waited as long as it was told',
    detail: '{trials}',
    verdicts: ['violation'],
    severity: 'limit',
  },
  'key-not-quiet': {
    headline: 'It refuses again after the wait, perhaps because others use the same key',
    detail: '{trials}',
    verdicts: ['inconclusive'],
    settings: ['LOAD_API_KEY'],
  },
  'sometimes-refused': {
    headline: 'After the wait it serves in some trials and refuses in others',
    detail: '{trials}',
    verdicts: ['inconclusive'],
  },
  'no-trial': {
    headline: 'No trial ended in an answer that shows whether it serves again',
    verdicts: ['inconclusive'],
  },
  'not-served-again': {
    headline: 'It named no wait, and it did not serve again in the time there was',
    verdicts: ['inconclusive'],
  },
  apart: {
    headline: 'The limit is not shared with the others that were asked',
    detail: '{whom}',
    verdicts: ['pass'],
  },
  wider: {
    headline: 'Others are refused at the same time',
    detail: '{whom}',
    verdicts: ['undocumented'],
  },
  'nobody-else-asked': {
    headline: 'Nobody else was asked while the limit was on',
    verdicts: ['not-exercised'],
  },
  'nobody-else-served': {
    headline: 'Whoever else was asked while the limit was on was neither served nor refused by it',
    verdicts: ['inconclusive'],
  },
  'limit-let-go': {
    headline: 'The limit was over before others could be compared',
    verdicts: ['inconclusive'],
  },
  'no-server-error': {
    headline: 'No server error came under load',
    detail: '{requests}',
    verdicts: ['pass'],
  },
  'server-error-alone': {
    headline: 'It answers one request after the other with a server error, with nothing else under way',
    detail: '{errors}',
    verdicts: ['violation'],
    severity: 'crash',
    clause: '§7',
  },
  'no-whole-success': {
    headline: 'No success under load was kept whole',
    verdicts: ['not-exercised'],
  },
  'envelope-under-load': {
    headline: 'It answers with the response envelope under load too',
    detail: '{requests}',
    verdicts: ['pass'],
  },
  'no-envelope-under-load': {
    headline: 'It answers with the response envelope at rest, and without it under load',
    detail: '{failed} of {requests}',
    verdicts: ['violation'],
    severity: 'wrong',
    clause: '§2',
  },
  'server-error-under-load': {
    headline: 'It answers at rest, and under load with server errors',
    detail: '{errors}',
    verdicts: ['violation'],
    severity: 'crash',
    clause: '§7',
  },
  'sheds-load': {
    headline: 'Under load it answers 502, 503 or 504',
    detail: '{failed} of {requests}',
    verdicts: ['inconclusive'],
  },
  complete: {
    headline: 'Every request under load was answered',
    detail: '{requests}',
    verdicts: ['pass'],
  },
  'broke-off-under-load': {
    headline: 'It answers at rest, and under load it closes connections',
    verdicts: ['violation'],
    severity: 'crash',
    clause: '§1',
  },
  kept: {
    headline: 'The threshold is kept',
    detail: '{metric} of {product} is {value}, over {requests}',
    verdicts: ['pass'],
  },
  exceeded: {
    headline: 'The threshold is exceeded',
    detail: '{metric} of {product} is {value}, over {requests}',
    verdicts: ['violation'],
    severity: 'limit',
    settings: ['LOAD_THRESHOLDS'],
  },
  'kept-under-less': {
    headline: 'The threshold is kept, but not all load was sent',
    detail: '{metric} of {product} is {value}, over {requests}',
    verdicts: ['inconclusive'],
  },
  'held-up': {
    headline: 'It is slower than the threshold, and so was our own machine',
    detail: '{metric} of {product} is {value}, over {requests}; our own requests began up to {late} late',
    verdicts: ['inconclusive'],
  },
  'fell-silent': {
    headline: 'From some moment on nothing was answered any more',
    detail: 'the last {silent} of {requests}',
    verdicts: ['inconclusive'],
  },
  'nothing-served': {
    headline: 'No request was served',
    detail: '{requests}',
    verdicts: ['inconclusive'],
  },
  'no-samples': {
    headline: 'No request was sent that the threshold is about',
    detail: '{product}',
    verdicts: ['not-exercised'],
  },
  delivered: {
    headline: 'All load was sent as planned',
    detail: '{requests} in {time}',
    verdicts: ['pass'],
  },
  skipped: {
    headline: 'The scenario was left out',
    detail: '{why}',
    verdicts: ['not-exercised'],
  },
  'not-delivered': {
    headline: 'k6 did not reach the end of the scenario',
    detail: '{requests} recorded',
    verdicts: ['inconclusive'],
  },
  'not-started': {
    headline: 'k6 could not be started',
    detail: '{words}',
    verdicts: ['inconclusive'],
    settings: ['K6_BIN'],
  },
  ended: {
    headline: 'k6 was ended by the suite',
    detail: '{why}; after {time}; {words}',
    verdicts: ['inconclusive'],
  },
  'broke-off': {
    headline: 'k6 ended before the scenario did',
    detail: 'exit code {code}, after {requests}; {words}',
    verdicts: ['inconclusive'],
  },
  lost: {
    headline: 'Not every request of k6 reached the recording',
    detail: '{recorded} of {sent}',
    verdicts: ['inconclusive'],
  },
  stopped: {
    headline: 'The suite ended the scenario early',
    detail: '{why}, after {time}',
    verdicts: ['inconclusive'],
  },
  'gave-way': {
    headline: 'The breakpoint was found',
    detail: 'at about {rate} requests a second, {why}',
    verdicts: ['pass'],
  },
  dropped: {
    headline: 'The rate could not be delivered',
    detail: 'of {planned} k6 dropped {dropped}, since all its virtual users were waiting {what}',
    verdicts: ['inconclusive'],
  },
  'not-sent': {
    headline: 'Not all requests were sent: our machine could not keep the rate, or the script was cut short',
    detail: '{sent} of {planned}; {words}',
    verdicts: ['inconclusive'],
  },
  'not-together': {
    headline: 'The processes did not run together, so that nobody got the rate that was planned',
    detail: 'they began {time} apart',
    verdicts: ['inconclusive'],
  },
  'taken-twice': {
    headline: 'Turns stand in the recording twice, as if one process was recorded two times',
    detail: '{turns}',
    verdicts: ['inconclusive'],
  },
} as const satisfies Readonly<Record<string, CauseRow>>
