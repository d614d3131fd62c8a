import type { Exchange } from '../../evidence/exchange.ts'
import type { Judgement } from '../../evidence/verdict.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { keyHeader } from '../../fixtures/errors.ts'

/** What a hostile deployment may say: markup, terminal codes, NUL, Markdown, ends of every format that quotes it. */
export const hostileText =
  '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2"> \u001b[31m\u001b]8;;http://evil.example\u0007 \u0000 ]]> ' +
  '[link](javascript:alert(1)) |a|b| `code` ::error::owned %0A \u202e\u2028 <!-- \ud800'

const statusIn = /^\d{3}/

/** The made-up exchange that a made-up finding stands on. */
export function exchangeFor(
  check: string,
  operation: Operation,
  judgement: Judgement,
  random: () => number,
  hostile: boolean,
): Exchange {
  const status = Number(statusIn.exec(judgement.observed ?? '')?.[0] ?? 200)
  const probe = `${check}@${operation.id}`
  const writes = operation.method === 'POST' || operation.method === 'PUT'
  const startedAt = Date.UTC(2026, 10, 21, 2) + Math.floor(random() * 200_000)
  const body = { data: { id: 'emb_4821', status: 'active' }, requestId: `req_${Math.floor(random() * 1e9)}` }
  const error = { error: { message: 'The request could not be served', code: 'invalid_request' }, requestId: 'req_1' }
  const text = hostile ? hostileText.repeat(3) : JSON.stringify(status < 300 ? body : error)
  return {
    id: `${probe}.1`,
    probe,
    attempt: 1,
    source: 'contracts',
    operation: operation.id,
    request: {
      method: operation.method,
      target: `/base${operation.path.replaceAll(/[{}]/g, '')}`,
      headers: [
        ['Accept', 'application/json'],
        [keyHeader, '[redacted]'],
        ['User-Agent', 'platform-api-suite/0.1.0 run/7f3a'],
      ],
      body: writes ? JSON.stringify({ name: 'suite-7f3a', options: [{ id: 'a', text: 'Yes', color: 7 }] }) : null,
    },
    response: {
      status,
      headers: [
        ['Content-Type', 'application/json; charset=utf-8'],
        ['X-Note', hostile ? hostileText : 'none'],
      ],
      body: { text, bytes: text.length, cut: false },
    },
    failure: null,
    startedAt,
    headMs: 12,
    endMs: 14,
  }
}
