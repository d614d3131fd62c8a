import { type Answer, answerOf } from '../../contracts/answer.ts'
import { probe } from '../../contracts/probe.ts'
import type { HeaderLine } from '../../evidence/exchange.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { listing } from './contracts.ts'
import { type AttemptDetail, exchangesFor } from './exchanges.ts'

/** An answer of the listing without a media type, with a body of JSON or a text. */
export function answer(status: number, json?: unknown, headers: readonly HeaderLine[] = [], text?: string): Answer {
  return answerWith(status, { headers, type: null, ...(text === undefined ? { json } : { text }) })
}

/** The same in more detail. `nth`: the place of the operation in the catalogue. */
export function answerWith(
  status: number,
  detail: Omit<AttemptDetail, 'status'>,
  nth: number = catalogue.findIndex(({ id }) => id === listing),
): Answer {
  const operation = catalogue[nth]
  if (operation === undefined) throw new Error(listing)
  const [exchange] = exchangesFor(probe(operation), { type: null, ...detail, status })
  const read = exchange === undefined ? null : answerOf(exchange)
  if (read === null) throw new Error('no answer')
  return read
}

/** A 400 and a 404 with a body that is made of the code. */
export const refusals = (make: (code: string, status: number) => unknown) => [
  answer(400, make('invalid_request', 400)),
  answer(404, make('not_found', 404)),
]
