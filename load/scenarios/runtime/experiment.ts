import type { Answer, Sample, Send } from '../../limiter/transport.ts'
import type { Client, Seen } from './client.ts'

/** An answer that can still be told what it was part of: the experiment says so only when it has come. */
interface Untold extends Answer {
  readonly tell: Awaited<ReturnType<Client['ask']>>['tell']
}

/** Only an ordinary answer is `accepted`: one that is refused in other words than 429 tells nothing of a limit. */
function outcomeOf(status: number | null): Answer['outcome'] {
  if (status === 429) return 'refused'
  return status !== null && status < 400 ? 'accepted' : 'failed'
}

/** An answer as the experiment reads it. */
export function answerOf({ status, startedAt, receivedAt, retryAfter }: Seen): Answer {
  return {
    outcome: outcomeOf(status),
    sentAt: startedAt,
    // The clock counts whole milliseconds, downwards: it came before the end of the one that it shows.
    receivedAt: receivedAt + 1,
    status,
    retryAfterMs: retryAfter.kind === 'seconds' || retryAfter.kind === 'date' ? retryAfter.waitMs : null,
  }
}

/** k6's transport for the experiment. */
export function experimentSend(ask: () => ReturnType<Client['ask']>): Send {
  return async (): Promise<Untold> => {
    const { seen, tell } = await ask()
    return { ...answerOf(seen), tell }
  }
}

/** Records an exchange of the experiment with its place in it. */
export function recordSample(sample: Sample): void {
  const { phase, round, outcome } = sample
  ;(sample as Sample & Untold).tell({ scenario: 'limits', phase: 'experiment', sample: phase, round, outcome })
}
