import type { CauseRow } from './row.ts'

/** Codes and statuses of errors (O5), server errors (O5d) and answers that did not come (O12). */
export const errorCauses = {
  'code-missing': {
    headline: 'An error comes without its documented code',
    detail: '{status}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'wrong-code': {
    headline: 'An error comes with a wrong code',
    detail: '{status}, {code}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'code-unclear': {
    headline: 'It is not clear which code the error has',
    verdicts: ['inconclusive'],
  },
  'code-somewhere': {
    headline: 'The documented code is there, though too few errors were seen to know its place',
    detail: '{seen}',
    verdicts: ['pass'],
  },
  'not-asserted': {
    headline: 'Which error comes here is not documented',
    verdicts: ['undocumented'],
  },
  'no-error': {
    headline: 'It answered no question with an error',
    verdicts: ['not-exercised'],
  },
  'unlisted-status': {
    headline: 'A broken request is refused with a status that is not listed for it',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  redirected: {
    headline: 'A request is redirected where no redirect is shown',
    detail: '{status} to {request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'not-modified': {
    headline: 'A request is told that nothing changed, and had not asked whether (304)',
    detail: '{request}',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'all-redirected': {
    headline: 'Every request is redirected elsewhere: the base address is not that of the API',
    detail: '{status}',
    verdicts: ['inconclusive'],
    settings: ['BASE_URL'],
  },
  'names-a-limit': {
    headline: 'It was refused as rate_limited, with the status of another error',
    verdicts: ['inconclusive'],
  },
  'another-code': {
    headline: 'It is refused as rate_limited every time, after every wait',
    verdicts: ['violation'],
    severity: 'wrong',
  },
  'server-error': {
    headline: 'It answers with a server error',
    detail: '{status} to {request}',
    verdicts: ['violation', 'inconclusive'],
    severity: 'crash',
    clause: '§7',
  },
  unstable: {
    headline: 'Server errors came and did not stay',
    detail: '{failed} of {requests}',
    verdicts: ['inconclusive'],
  },
  'told-to-wait': {
    headline: 'A server error told to wait for longer than is waited, so that it was not asked again',
    detail: '{status}, {time}',
    verdicts: ['inconclusive'],
  },
  'server-error-once': {
    headline: 'The only request to it was answered with a server error',
    detail: '{status}',
    verdicts: ['inconclusive'],
  },
  'load-shedding': {
    headline: 'The deployment refuses requests when too many are under way, and serves them alone',
    detail: '{requests} answered {statuses} with {inFlight} or more in flight',
    verdicts: ['inconclusive'],
  },
  none: {
    headline: 'No server error came',
    detail: '{requests}',
    verdicts: ['pass'],
  },
  'no-answer': {
    headline: 'It gave no complete answer',
    detail: '{requests}',
    verdicts: ['violation', 'inconclusive'],
    severity: 'crash',
    clause: '§1',
  },
  'no-answer-refused': {
    headline: 'No connection could be made',
    detail: '{request}',
    verdicts: ['violation', 'inconclusive'],
    severity: 'crash',
    clause: '§1',
  },
  'no-answer-reset': {
    headline: 'The connection was closed before the answer was complete',
    detail: '{request}',
    verdicts: ['violation', 'inconclusive'],
    severity: 'crash',
    clause: '§1',
  },
  'no-answer-silence': {
    headline: 'No answer came in time',
    detail: '{request}',
    verdicts: ['violation', 'inconclusive'],
    severity: 'crash',
    clause: '§1',
  },
  'no-answer-broken': {
    headline: 'What came is no correct HTTP message',
    detail: '{request}',
    verdicts: ['violation', 'inconclusive'],
    severity: 'crash',
    clause: '§1',
  },
  'no-answer-slow': {
    headline: 'The answer was still coming when our time for it was over',
    detail: '{request}',
    verdicts: ['inconclusive'],
  },
  'no-answer-large': {
    headline: 'The answer is larger than the suite reads',
    detail: '{request}',
    verdicts: ['inconclusive'],
  },
  'no-answer-deep': {
    headline: 'The JSON of the answer is nested deeper than the suite reads',
    detail: '{request}',
    verdicts: ['inconclusive'],
  },
  'no-answer-coded': {
    headline: 'The answer is in a content coding that the suite does not read',
    detail: '{request}',
    verdicts: ['inconclusive'],
  },
  'unsteady-answers': {
    headline: 'Some requests got no complete answer',
    detail: '{failed} of {requests}',
    verdicts: ['inconclusive'],
  },
  whole: {
    headline: 'Every answer was complete',
    detail: '{requests}',
    verdicts: ['pass'],
  },
} as const satisfies Readonly<Record<string, CauseRow>>
