import { heldBackBytes, type ShortLine, timedLine } from '../../printed.ts'
import type { RateScenario } from '../../registry.ts'
import type { Target } from '../../targets.ts'
import { emit, print } from './console.ts'
import { type Response, wireExchange } from './wire-exchange.ts'

/** Answers of one kind that each virtual user hands on whole: refusals and failures are evidence, thousands are not. */
const keptOfAKind = 3

/** At the plateau a line tells its time so often in a second, and takes with it what k6 holds back. */
const timedInASecond = 20

const padding = ' '.repeat(heldBackBytes)

/** At the plateau every so manieth turn tells its time. */
export const timedEvery = (ratePerSecond: number) => Math.max(1, Math.round(ratePerSecond / timedInASecond))

/** What of a scenario is recorded, and how. */
interface Recorded {
  readonly scenario: RateScenario
  /** The path of the base address. */
  readonly basePath: string
  /** As in the order. */
  readonly keepEvery: number | null
}

/** One turn, as it was sent. */
interface Turn {
  readonly turn: number
  readonly target: Target
  readonly headers: Readonly<Record<string, string>>
  readonly startedAt: number
}

/** Prints what the judge needs: a sample, the first refusals and failures whole, of all others one short line. */
export function recording({ scenario, basePath, keepEvery }: Recorded) {
  const kept: Record<number, number> = {}
  return {
    /** Tells when it began, so that the others need not. */
    timed(line: ShortLine): void {
      // A log that others read is written at once.
      print(keepEvery === null ? timedLine(line) : timedLine(line) + padding)
    },
    /** It is kept for what was answered. */
    isEvidence(status: number): boolean {
      if ((status >= 200 && status < 400) || keepEvery === null) return false
      const before = kept[status] ?? 0
      if (before === keptOfAKind) return false
      kept[status] = before + 1
      return true
    },
    whole({ turn, ...sent }: Turn, response: Response): void {
      const sending = { ...sent, basePath, receivedAt: Date.now(), probe: `${scenario}-${turn + 1}` }
      emit({ kind: 'exchange', exchange: wireExchange(sending, response, scenario, { phase: 'turn', turn }) })
    },
  }
}
