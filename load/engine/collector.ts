import { type Exchange, loadFacts } from '../../evidence/exchange.ts'
import { isLimited } from '../giving-way.ts'
import type { Measured } from '../record.ts'
import { arrivalRate } from '../registry.ts'
import type { ShortLine } from '../wire.ts'
import { type Begun, latenessOf } from './lateness.ts'
import { type AskedAs, measure } from './measure.ts'
import { Samples, Turns } from './samples.ts'

/** So many exchanges of one status are kept of a scenario; further ones are only counted. */
const keptOfAStatus = 300

/** Takes what the scripts print, process by process, and keeps a bounded part of it. */
export class Collector {
  private readonly samples: readonly Samples[]
  /** The requests of each process whose start is known. */
  private readonly begun: readonly Begun[][]
  private readonly turns = new Turns()
  requests = 0
  limited = 0
  private readonly kept = new Map<number, number>()
  private readonly order: AskedAs
  /** When the first request was sent; k6 needs some time to start before it. */
  private startedAt: number | null
  /** The last turn that was answered, and all that were not. Requests begin in the order of turns, and few tell when. */
  private answeredTurn = -1
  private readonly silentTurns: number[] = []

  constructor(order: AskedAs, processes: number, startedAt: number | null = null) {
    this.order = order
    this.startedAt = startedAt
    this.samples = Array.from({ length: processes }, () => new Samples())
    this.begun = this.samples.map(() => [])
  }

  /** Takes a short line of one process. */
  short(process: number, { turn, status, durationMs, startedAt, guessed }: ShortLine): void {
    this.requests += 1
    if (isLimited(status)) this.limited += 1
    this.turns.take(turn)
    if (guessed !== true) this.begun[process]?.push({ turn, startedAt })
    this.startedAt ??= startedAt
    if (status === 0) this.silentTurns.push(turn)
    else this.answeredTurn = Math.max(this.answeredTurn, turn)
    const second = Math.max(0, Math.floor((startedAt + durationMs - this.startedAt) / 1000))
    this.samples[process]?.add({ operation: turn % this.order.targets.length, status, durationMs }, second)
  }

  /** Takes an exchange of one process. Returns true where the exchange is to be kept, false where it is only counted. */
  exchange(process: number, exchange: Exchange): boolean {
    const facts = loadFacts(exchange)
    if (facts?.phase !== 'turn') return false
    const status = exchange.response?.status ?? 0
    this.short(process, { turn: facts.turn, status, durationMs: facts.durationMs, startedAt: exchange.startedAt })
    const before = this.kept.get(status) ?? 0
    this.kept.set(status, before + 1)
    return before < keptOfAStatus
  }

  /** The numbers of all requests so far. */
  measured(): Measured {
    const { scenario, plateau } = this.order
    const lateMs = latenessOf(this.begun, arrivalRate(scenario), plateau)
    const silentAtEnd = this.silentTurns.filter((turn) => turn > this.answeredTurn).length
    return { ...measure(this.order, this.samples, this.turns.twice), lateMs, silentAtEnd }
  }
}
