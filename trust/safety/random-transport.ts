import type { Received, Transport } from '../../contracts/ask/transport.ts'
import type { ComposedRequest } from '../../contracts/compose.ts'
import type { HeaderLine } from '../../evidence/exchange.ts'
import { seededRandom } from '../../fixtures/random.ts'

const codes = [
  'authentication_required',
  'not_authorized',
  'invalid_request',
  'not_found',
  'rate_limited',
  'else',
] as const
const statuses = [200, 200, 200, 201, 204, 302, 400, 400, 401, 401, 401, 403, 404, 404, 405, 409] as const

function generator(seed: number): (below: number) => number {
  const random = seededRandom(seed)
  return (below) => Math.floor(random() * below)
}

const rare: readonly Partial<Received>[] = [
  { head: { status: 429, headers: [['Retry-After', '0']] } },
  { head: { status: 429, headers: [['Retry-After', '7200']] } },
  { head: { status: 500, headers: [] } },
  { head: null, failure: { kind: 'reset', message: 'ECONNRESET', reusedConnection: false, began: false } },
  { head: null, failure: { kind: 'reset', message: 'ECONNRESET', reusedConnection: true, began: false } },
  { head: null, failure: { kind: 'silence', message: 'nothing', reusedConnection: false, began: false } },
]

/** A transport without a socket. Adds each request to `sent`, and draws an answer or a failure at random by the seed. */
export function answering(seed: number, sent: ComposedRequest[]): Transport {
  const draw = generator(seed)
  return {
    send: async (request) => {
      sent.push(request)
      await new Promise((done) => setImmediate(done))
      const status = statuses[draw(statuses.length)] ?? 200
      const headers: HeaderLine[] = [['Content-Type', 'application/json']]
      const body =
        status < 300
          ? { data: { id: `made-${draw(9)}`, status: 'draft' }, requestId: 'r' }
          : { error: { code: codes[draw(codes.length)] } }
      const plain: Received = {
        head: { status, headers },
        body: Buffer.from(status === 204 ? '' : JSON.stringify(body)),
        failure: null,
        startedAt: Date.now(),
        headMs: 0,
        endMs: 0,
      }
      return draw(60) === 0 ? { ...plain, ...rare[draw(rare.length)] } : plain
    },
    close: () => {},
  }
}
