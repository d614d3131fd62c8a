import { type Asked, type AskOptions, ask } from '../contracts/ask/ask.ts'
import type { TransportSecurity } from '../contracts/ask/connections.ts'
import { supertestTransport, type Transport } from '../contracts/ask/transport.ts'
import type { Plan } from '../contracts/plan.ts'

/** Options for asking a plan. Times in milliseconds. */
export interface ContractAsking extends Omit<AskOptions, 'transport'> {
  readonly security?: TransportSecurity
  /** Replaces the supertest agent: for recordings and tests. */
  readonly transport?: Transport
}

/** Asks the whole plan and undoes what it created. Never rejects because of the deployment. */
export async function askContracts(plan: Plan, asking: ContractAsking): Promise<Asked> {
  const { known, concurrency, security } = asking
  const transport = asking.transport ?? supertestTransport(known.baseUrl, concurrency, security)
  try {
    return await ask(plan, { ...asking, transport })
  } finally {
    transport.close()
  }
}
