import { type CauseRow, may } from './row.ts'

/** Causes of findings of load scenarios (O14 to O17, O19). */
export const loadCauses = {
  'code-wrong': may.violationOrUndocumented(
    'limit',
    'A rate limit answers 429 without the code rate_limited: {refusals}',
  ),
  'status-wrong': may.violationOrUndocumented(
    'limit',
    'A rate limit answers rate_limited with another status than 429: {status}',
  ),
  'refused-under-load': may.violation(
    'limit',
    'It answers at rest, and under load it refuses otherwise than with 429: {status}',
  ),
  'limit-without-429': may.violationOrUndocumented(
    'limit',
    'A rate limit answers with something else than 429: {status} after {answers} answers to one request at a time, and after a wait it serves again',
  ),
  'unavailable-instead': may.undocumented(
    'Under load it turns away with 502, 503 or 504, where a limit answers 429, and alone it serves: {status}',
  ),
  'otherwise-under-load': may.inconclusive(
    'Some requests under load were answered otherwise than at rest: {failed} of {requests}',
  ),
  'rate-limited': may.pass('Refusals come with 429 and rate_limited: {refusals}'),
  'no-refusal': may.notExercised('No rate limit was met: {requests} in {time}'),
  'no-429': may.notExercised('Under load it answered otherwise, but not with 429, and only a 429 can show this'),
  'only-limited': may.notExercised('A limit refused it each time, and such a refusal tells nothing else: {requests}'),
  'key-refused': may.notExercised('The key itself was refused, so what was sent was no load', {
    settings: ['LOAD_API_KEY'],
    remedy: 'put a valid key into',
  }),
  unanswered: may.inconclusive('At rest no request was answered, so no load was sent'),
  malformed: may.violation('limit', 'Retry-After is not written as HTTP demands: {why}'),
  absent: may.pass('Refusals come without Retry-After, which may be left out'),
  readable: may.pass('Retry-After is written as HTTP demands: {forms}, at most {time}'),
  'wait-overstated': may.undocumented(
    'Retry-After asks for far longer than the limit lasts: it asks for {told} and serves after {served}; a client that honours it loses {lost}',
  ),
  'longer-than-budget': may.notExercised('The wait that is asked for is longer than there is time for: {wait}'),
  'served-again': may.pass('It serves again after the wait: {trials}'),
  'refused-again': may.violation(
    'limit',
    'It refuses again although the client waited as long as it was told: {trials}',
  ),
  'key-not-quiet': may.inconclusive(
    'It refuses again after the wait, perhaps because others use the same key: {trials}',
    { settings: ['LOAD_API_KEY'] },
  ),
  'limit-not-quiet': may.inconclusive(
    'It refuses again after the wait, perhaps because others use up the limit, which is not for this key alone: {trials}',
  ),
  'sometimes-refused': may.inconclusive('After the wait it refuses, but too seldom to be blamed: {trials}'),
  'no-trial': may.inconclusive('No trial ended in an answer that shows whether it serves again'),
  'not-served-again': may.inconclusive('It named no wait, and it did not serve again in the time there was'),
  apart: may.pass('The limit is not shared with the others that were asked: {whom}'),
  wider: may.undocumented('Others are refused at the same time: {whom}'),
  'nobody-else-asked': may.notExercised('Nobody else was asked while the limit was on'),
  'nobody-else-served': may.inconclusive(
    'Whoever else was asked while the limit was on was neither served nor refused by it',
  ),
  'limit-let-go': may.inconclusive('The limit was over before others could be compared'),
  'perhaps-cheaper': may.inconclusive(
    'Another product was served while the limit was on: it may have a limit of its own, or cost less of the same one',
  ),
  'no-server-error': may.pass('No server error came under load: {requests}'),
  'server-error-alone': may.violation(
    'crash',
    'It answers one request after the other with a server error, with nothing else under way: {errors}',
    { clause: '§7' },
  ),
  'no-whole-success': may.notExercised('No success under load was kept whole'),
  'envelope-under-load': may.pass('It answers with the response envelope under load too: {requests}'),
  'no-envelope-under-load': may.violation(
    'wrong',
    'Under load it answers without the response envelope: {failed} of {requests}',
    { clause: '§2' },
  ),
  'server-error-under-load': may.violation('crash', 'It answers at rest, and under load with server errors: {errors}', {
    clause: '§7',
  }),
  'sheds-load': may.inconclusive('Under load it answers 502, 503 or 504: {failed} of {requests}'),
  complete: may.pass('Every request under load was answered: {requests}'),
  'broke-off-under-load': may.violation('crash', 'It answers at rest, and under load it closes connections', {
    clause: '§1',
  }),
  kept: may.pass('The threshold is kept: {metric} of {product} is {value}, over {requests}'),
  exceeded: may.violation('limit', 'The threshold is exceeded: {metric} of {product} is {value}, over {requests}', {
    settings: ['LOAD_THRESHOLDS'],
  }),
  'kept-under-less': may.inconclusive(
    'The threshold is kept, but not all load was sent: {metric} of {product} is {value}, over {requests}',
  ),
  'held-up': may.inconclusive(
    'It is slower than the threshold, and so was our own machine: {metric} of {product} is {value}, over {requests}; our own requests began up to {late} late',
  ),
  'fell-silent': may.inconclusive('From some moment on nothing was answered any more: the last {silent} of {requests}'),
  'nothing-served': may.inconclusive('No request was served: {requests}'),
  'no-samples': may.notExercised('No request was sent that the threshold is about: {product}'),
  delivered: may.pass('All load was sent as planned: {requests} in {time}'),
  skipped: may.notExercised('The scenario was left out: {why}'),
  'not-delivered': may.inconclusive('k6 did not reach the end of the scenario: {requests} recorded'),
  'not-started': may.inconclusive('k6 could not be started: {words}', { settings: ['K6_BIN'] }),
  ended: may.inconclusive('k6 was ended by the suite: {why}; after {time}; {words}'),
  'broke-off': may.inconclusive('k6 ended before the scenario did: exit code {code}, after {requests}; {words}'),
  lost: may.inconclusive('Not every request of k6 reached the recording: {recorded} of {sent}'),
  stopped: may.inconclusive('The suite ended the scenario early: {why}, after {time}'),
  'gave-way': may.pass('The breakpoint was found: at about {rate} requests a second, {why}'),
  dropped: may.inconclusive(
    'The rate could not be delivered: of {planned} k6 dropped {dropped}, since all its virtual users were waiting {what}',
  ),
  'not-sent': may.inconclusive(
    'Not all requests were sent: our machine could not keep the rate, or the script was cut short: {sent} of {planned}; {words}',
  ),
  'not-together': may.inconclusive(
    'The processes did not run together, so that nobody got the rate that was planned: they began {time} apart',
  ),
  'taken-twice': may.inconclusive(
    'Turns stand in the recording twice, as if one process was recorded two times: {turns}',
  ),
} as const satisfies Readonly<Record<string, CauseRow>>
