import { type Asked, type AskOptions, ask } from '../contracts/ask/ask.ts'
import type { TransportSecurity } from '../contracts/ask/connections.ts'
import { supertestTransport, type Transport } from '../contracts/ask/transport.ts'
import type { Plan } from '../contracts/plan.ts'

/** How a plan is asked. Times in milliseconds. */
export interface ContractAsking extends Omit<AskOptions, 'transport'> {
  readonly security?: TransportSecurity
  /** In place of the supertest agent: recordings and tests. */
  readonly transport?: Transport
}

/** Asks all that a plan holds, and undoes what that created. Never rejects for what a deployment does. */
export async function askContracts(plan: Plan, asking: ContractAsking): Promise<Asked> {
  const { known, concurrency, security } = asking
  const transport = asking.transport ?? supertestTransport(known.baseUrl, concurrency, security)
  try {
    return await ask(plan, { ...asking, transport })
  } finally {
    transport.close()
  }
}
