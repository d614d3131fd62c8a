import type { Credential } from '../../contracts/credentials.ts'
import { type Probe, probe } from '../../contracts/probe.ts'
import type { Exchange, Failure, HeaderLine } from '../../evidence/exchange.ts'
import { catalogue, detailed } from '../../fixtures/catalog/catalog.ts'

const listing = catalogue.filter(({ id }) => id === detailed['details-list'])

/** A probe of the details listing. */
export function asking(credential: Credential = 'eligible', nth = 0): Probe {
  const [made] = listing.map((operation) => probe(operation, { credential, nth }))
  if (made === undefined) throw new Error('the details listing is not listed')
  return made
}

/** The result of one attempt: a status and headers, or a failure. */
export interface Came {
  readonly status?: number
  readonly headers?: readonly HeaderLine[]
  readonly failure?: Partial<Failure> & Pick<Failure, 'kind'>
  readonly endMs?: number
}

/** An exchange of the details listing, as if recorded at the epoch. */
export function attempted({ status, headers = [], failure, endMs = 0 }: Came, attempt = 1): Exchange {
  const { id, operation: asked } = asking()
  return {
    id: `${id}.${attempt}`,
    probe: id,
    attempt,
    source: 'contracts',
    operation: asked,
    request: { method: 'GET', target: '/api/video/details/all', headers: [], body: null },
    response: status === undefined ? null : { status, headers, body: { text: '', bytes: 0, cut: false } },
    failure: failure === undefined ? null : { message: '', reusedConnection: false, began: false, ...failure },
    startedAt: 0,
    headMs: null,
    endMs,
  }
}
