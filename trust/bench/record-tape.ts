import { ask } from '../../contracts/ask/ask.ts'
import { supertestTransport, type Transport } from '../../contracts/ask/transport.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { readRunOptions } from '../../run/options/run-options.ts'
import { prepare } from '../../run/prepare.ts'
import { asDevelopment } from '../processes/child-run.ts'
import type { Tape, Taped } from './tape.ts'

/** Headers that the front of a server sets by itself. */
const ownHeaders = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'])
/** The words of a run of the contract half, always with the same seed. */
export function wordsOf(profile: 'gate' | 'nightly', ...more: readonly string[]): readonly string[] {
  return [profile, '--only', 'contracts', '--seed', '7', '--quiet', ...more]
}

/** Asks the reference service once in this process, and keeps every exchange. Throws where one has no answer. */
export async function recordTape(words: readonly string[]): Promise<Tape> {
  const front = await listen(await createService())
  const own = asDevelopment({ ...front.deployment.settings, BASE_URL: front.url })
  // The history of this checkout has no part in the bench.
  const settings = { ...own, HISTORY_FILE: '/dev/null' }
  const prepared = await prepare(readRunOptions(words), settings)
  const exchanges: Taped[] = []
  const real = supertestTransport(front.url, 1)
  const transport: Transport = {
    ...real,
    async send(request, limits) {
      const received = await real.send(request, limits)
      const headers = (received.head?.headers ?? []).filter(([name]) => !ownHeaders.has(name.toLowerCase()))
      const { status = 0 } = received.head ?? {}
      exchanges.push({ request, status, headers, body: received.body.toString('latin1') })
      return received
    },
  }
  const { plan, options, target, redact } = prepared
  await ask(plan, {
    redact,
    transport,
    known: target.known,
    concurrency: 1,
    timeoutMs: options.timeout,
    ...{ maxDurationMs: options.maxDuration, waitMs: 0, userAgent: 'bench', record: () => {} },
    signal: new AbortController().signal,
  })
  await front.close()
  const lost = exchanges.filter(({ status }) => status === 0).length
  if (lost > 0) throw new Error(`${lost} of ${exchanges.length} requests got no answer while they were recorded`)
  return { words, settings, exchanges }
}
