import { type CauseRow, may } from './row.ts'

/** Causes about codes and statuses of errors (O5), server errors (O5d) and missing answers (O12). */
export const errorCauses = {
  'code-missing': may.violation('wrong', 'An error comes without its documented code: {status}'),
  'wrong-code': may.violation('wrong', 'An error comes with a wrong code: {status}, {code}'),
  'code-unclear': may.inconclusive('It is not clear which code the error has'),
  'code-somewhere': may.pass('The documented code is there, though too few errors were seen to know its place: {seen}'),
  'not-asserted': may.undocumented('Which error comes here is not documented'),
  'no-error': may.notExercised('It answered no question with an error'),
  'unlisted-status': may.violation(
    'wrong',
    'A broken request is refused with a status that is not listed for it: {request}',
  ),
  redirected: may.violation('wrong', 'A request is redirected where no redirect is shown: {status} to {request}'),
  'not-modified': may.violation(
    'wrong',
    'A request that was not conditional is told that nothing changed (304): {request}',
  ),
  'all-redirected': may.inconclusive(
    'Every request is redirected elsewhere: the base address is not that of the API: {status}',
    { settings: ['BASE_URL'] },
  ),
  'names-a-limit': may.inconclusive('It was refused as rate_limited, with the status of another error'),
  'another-code': may.violation('wrong', 'It is refused as rate_limited every time, after every wait'),
  'server-error': may.violationOrInconclusive('crash', 'It answers with a server error: {status} to {request}', {
    clause: '§7',
  }),
  'not-implemented': may.inconclusive('Its method is refused with 501, which is told once, as not reachable'),
  unstable: may.inconclusive('Server errors came and did not stay: {failed} of {requests}'),
  'server-error-stayed': may.inconclusive(
    'Server errors came again and again, and nothing shows whether they are about this operation: {failed} of {requests}',
  ),
  'told-to-wait': may.inconclusive(
    'A server error told to wait longer than the suite waits, so it was not asked again: {status}, {time}',
  ),
  'server-error-once': may.inconclusive('The only request to it was answered with a server error: {status}'),
  'load-shedding': may.inconclusive(
    'The deployment refuses requests when too many are under way, and serves them alone: {requests} answered {statuses} with {inFlight} or more in flight',
  ),
  none: may.pass('No server error came: {requests}'),
  'no-answer': may.violationOrInconclusive('crash', 'It gave no complete answer: {requests}', { clause: '§1' }),
  'no-answer-refused': may.violationOrInconclusive('crash', 'No connection could be made: {request}', { clause: '§1' }),
  'no-answer-reset': may.violationOrInconclusive(
    'crash',
    'The connection was closed before the answer was complete: {request}',
    { clause: '§1' },
  ),
  'no-answer-silence': may.violationOrInconclusive('crash', 'No answer came in time: {request}', { clause: '§1' }),
  'no-answer-broken': may.violationOrInconclusive('crash', 'What came is no correct HTTP message: {request}', {
    clause: '§1',
  }),
  'no-answer-slow': may.inconclusive('The answer was still coming when our time for it was over: {request}'),
  'no-answer-large': may.inconclusive('The answer is larger than the suite reads: {request}'),
  'no-answer-deep': may.inconclusive('The JSON of the answer is nested deeper than the suite reads: {request}'),
  'no-answer-coded': may.inconclusive('The answer is in a content coding that the suite does not read: {request}'),
  'unsteady-answers': may.inconclusive('Some requests got no complete answer: {failed} of {requests}'),
  whole: may.pass('Every answer was complete: {requests}'),
} as const satisfies Readonly<Record<string, CauseRow>>
