import type { Answer, Sample, Send } from '../../limits/transport.ts'
import type { Client } from './client.ts'

/** An answer that can still be told what it was part of: the experiment says so only when it has come. */
interface Untold extends Answer {
  readonly tell: Awaited<ReturnType<Client['ask']>>['tell']
}

/** Only an ordinary answer is `accepted`: one that is refused in other words than 429 tells nothing of a limit. */
function outcomeOf(status: number | null): Answer['outcome'] {
  if (status === 429) return 'refused'
  return status !== null && status < 400 ? 'accepted' : 'failed'
}

/** k6's transport for the experiment. */
export function experimentSend(ask: () => ReturnType<Client['ask']>): Send {
  return async (): Promise<Untold> => {
    const { seen, tell } = await ask()
    const { retryAfter } = seen
    return {
      outcome: outcomeOf(seen.status),
      sentAt: seen.startedAt,
      // The clock counts whole milliseconds, downwards: it came before the end of the one that it shows.
      receivedAt: seen.receivedAt + 1,
      status: seen.status,
      retryAfterMs: retryAfter.kind === 'seconds' || retryAfter.kind === 'date' ? retryAfter.waitMs : null,
      tell,
    }
  }
}

/** Records an exchange of the experiment with its place in it. */
export function recordSample(sample: Sample): void {
  const { phase, round, outcome } = sample
  ;(sample as Sample & Untold).tell({ scenario: 'limits', phase: 'experiment', sample: phase, round, outcome })
}
