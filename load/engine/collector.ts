import { type Exchange, loadFacts } from '../../evidence/exchange.ts'
import { isLimited } from '../giving-way.ts'
import type { Measured } from '../record.ts'
import { arrivalRate } from '../registry.ts'
import type { RateOrder, ShortLine } from '../wire.ts'
import { type Begun, latenessOf } from './lateness.ts'
import { measure } from './measure.ts'
import { Samples, Turns } from './samples.ts'

/** So many exchanges of one status are kept of a scenario: more of the same are counted. */
const keptOfAStatus = 300

type Asked = Pick<RateOrder, 'scenario' | 'plateau' | 'targets'>

/** Takes what the scripts print, process by process, and keeps of it what is bounded. */
export class Collector {
  private readonly samples: readonly Samples[]
  /** Of each process, the requests that told when they began. */
  private readonly begun: readonly Begun[][]
  private readonly turns = new Turns()
  requests = 0
  limited = 0
  private readonly kept = new Map<number, number>()
  private readonly order: Asked
  /** When the first request was sent: k6 takes its time to start. */
  private startedAt: number | null

  constructor(order: Asked, processes: number, startedAt: number | null = null) {
    this.order = order
    this.startedAt = startedAt
    this.samples = Array.from({ length: processes }, () => new Samples())
    this.begun = this.samples.map(() => [])
  }

  /** A short line of one of the processes. */
  short(process: number, { turn, status, durationMs, startedAt, guessed }: ShortLine): void {
    this.requests += 1
    if (isLimited(status)) this.limited += 1
    this.turns.take(turn)
    if (guessed !== true) this.begun[process]?.push({ turn, startedAt })
    this.startedAt ??= startedAt
    const second = Math.max(0, Math.floor((startedAt + durationMs - this.startedAt) / 1000))
    this.samples[process]?.add({ operation: turn % this.order.targets.length, status, durationMs }, second)
  }

  /** An exchange of one of the processes; true where it is to be kept, and not only counted. */
  exchange(process: number, exchange: Exchange): boolean {
    const facts = loadFacts(exchange)
    if (facts?.phase !== 'turn') return false
    const status = exchange.response?.status ?? 0
    this.short(process, { turn: facts.turn, status, durationMs: facts.durationMs, startedAt: exchange.startedAt })
    const before = this.kept.get(status) ?? 0
    this.kept.set(status, before + 1)
    return before < keptOfAStatus
  }

  /** All that came so far. */
  measured(): Measured {
    const { scenario, plateau, targets } = this.order
    const lateMs = latenessOf(this.begun, arrivalRate(scenario), plateau)
    return { ...measure(scenario, plateau, targets, this.samples, this.turns.twice), lateMs }
  }
}
