import type { RateScenario } from '../../registry.ts'
import type { Target } from '../../targets.ts'
import { type RateOrder, shortLine } from '../../wire.ts'
import { emit, print } from './console.ts'
import { baseUrl } from './settings.ts'
import { isWhole, pathOf, type Response, wireExchange } from './wire-exchange.ts'

/** Answers of one kind that each virtual user hands on whole: refusals and failures are evidence, thousands are not. */
const keptOfAKind = 3

/** An order without its long parts, which not every virtual user needs. */
export type GivenOrder = Omit<RateOrder, 'targets' | 'about'>

/** The name that a turn has in the recording. */
export const probeOf = (scenario: RateScenario, turn: number) => `${scenario}-${turn + 1}`

/** One turn, as it was sent. */
interface Turn {
  readonly turn: number
  readonly target: Target
  readonly headers: Readonly<Record<string, string>>
  /** It is kept whatever is answered, and its body was read. */
  readonly isSample: boolean
  readonly startedAt: number
  /** Of the answer: what k6 knows of it is slow to read, so once must do. */
  readonly status: number
}

/** Prints what the judge needs: a sample, the first refusals and failures whole, of all others one short line. */
export function recording({ scenario, keepEvery }: GivenOrder, targets: number) {
  const kept = new Map<number, number>()
  const isEvidence = (status: number) => {
    if (keepEvery === null || (status >= 200 && status < 400)) return false
    const before = kept.get(status) ?? 0
    kept.set(status, before + 1)
    return before < keptOfAKind
  }
  return {
    isSample: (turn: number) => keepEvery !== null && (turn < targets || turn % keepEvery === 0),
    record({ turn, isSample, target, headers, startedAt, status: said }: Turn, response: Response): void {
      const status = isWhole(response, said) ? said : 0
      if (!isSample && !isEvidence(status)) {
        print(shortLine(turn, status, response.timings.duration, startedAt))
        return
      }
      const sending = { target, headers, basePath: pathOf(baseUrl()), startedAt }
      const exchange = { ...sending, probe: probeOf(scenario, turn), receivedAt: Date.now() }
      emit({ kind: 'exchange', exchange: wireExchange(exchange, response, scenario, { phase: 'turn', turn }) })
    },
  }
}
