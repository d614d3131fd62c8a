import { contentCoding, namedCoding } from '../../evidence/content-coding.ts'
import { counted } from '../../evidence/counted.ts'
import type { Exchange } from '../../evidence/exchange.ts'
import { inconclusive, type Judgement, pass, undocumented, violation } from '../../evidence/judgement.ts'
import { headerValue } from '../../fixtures/headers.ts'
import { isJsonMediaType } from '../../fixtures/json.ts'
import { type Answer, validityOf } from '../answer.ts'
import type { Checks } from '../check.ts'
import { judgeCompletion, nothingSeen } from '../judging/completion.ts'
import { fold, type Order } from '../judging/fold.ts'
import { exchangesOf, isAnswered, judged, marked, wasSent } from '../outcome.ts'
import { baseQuestion } from '../probes/requests.ts'

const expected = 'JSON in UTF-8 without a byte order mark'

const typeIn = (headers: Answer['headers']) => headerValue(headers, 'Content-Type') ?? 'no media type'

/** What a message says of itself. */
const labelOf = ({ response }: Exchange) =>
  `${typeIn(response?.headers ?? [])}, ${response?.body.bytes ?? 0} bytes, status ${response?.status ?? 'none'}`

/** O12: the suite does not read an unknown content coding, so it cannot tell whether the body is JSON. */
function undecoded(exchange: Exchange): Judgement {
  const observed = `${namedCoding(exchange.response?.headers ?? [])}: ${labelOf(exchange)}`
  return inconclusive('unknown-coding', { expected, observed, exchanges: [exchange.id] })
}

/** O12, RFC 8259: a body that is labelled JSON must be JSON. A body without that label is only reported. */
function judgeMessage(answer: Answer): Judgement | null {
  const body = answer.exchange.response?.body
  if (body === undefined || body.bytes === 0) return null
  const labelled = isJsonMediaType(answer.mediaType)
  const type = typeIn(answer.headers)
  const detail = { expected, observed: labelOf(answer.exchange), exchanges: [answer.exchange.id] }
  const showing = (what: string) => ({ ...detail, observed: `${what}: ${detail.observed}` })
  if (contentCoding(answer.headers) === 'unread') return undecoded(answer.exchange)
  if (body.text === null)
    return labelled ? violation('not-utf-8', showing('not UTF-8')) : undocumented('not-json', detail, { type })
  const validity = validityOf(body)
  if (validity === 'unread') return inconclusive('too-large', detail)
  const isJson = validity === 'valid'
  if (body.text.startsWith('\ufeff') && (labelled || isJson))
    return violation('byte-order-mark', showing('a byte order mark first'))
  if (labelled) return isJson ? pass('json', detail) : violation('broken-json', detail)
  return undocumented(isJson ? 'other-media-type' : 'not-json', detail, { type })
}

/** For this check, an undocumented label counts before the passes beside it. */
const reportedFirst: Order = ['violation', 'inconclusive', 'undocumented', 'not-exercised', 'pass']

export const messagesChecks = {
  /** O12. */
  'http.completes': {
    questions: baseQuestion,
    judge({ seen, learned }) {
      const sent = seen.filter(wasSent)
      if (sent.length === 0) return nothingSeen(seen)
      const exchanges = exchangesOf(sent.slice(0, 3))
      return (
        judgeCompletion(sent, learned.anyAnswer) ??
        pass('whole', { exchanges }, { requests: counted(sent.length, 'request') })
      )
    },
  },
  /** O12, over everything that the operation answered. */
  'json.media-type': {
    questions: baseQuestion,
    judge({ seen }) {
      const judgements = seen.flatMap((outcome) => {
        if (isAnswered(outcome)) return marked(outcome, judgeMessage(outcome.answer)) ?? []
        return outcome.kind === 'no-answer' && outcome.failure.kind === 'coded'
          ? outcome.attempts.slice(-1).map(undecoded)
          : []
      })
      if (judgements.length > 0) return fold(judgements, reportedFirst)
      const one = seen.find(({ kind }) => kind === 'answer') ?? seen[0]
      return one === undefined ? fold([]) : judged(one, () => undocumented('no-body'))
    },
  },
} as const satisfies Checks
