export interface RequestSample {
  /** The operation's place among the targets. */
  readonly operation: number
  /** The HTTP status; 0 where no whole answer came. */
  readonly status: number
  /** Milliseconds; k6 measures to the nanosecond. */
  readonly durationMs: number
}

const chunkSize = 8192
const statusBits = 10
const highBits = 10
const low = 2 ** 32
/** The largest values that fit: 4,096 operations, statuses to 1,023, durations to 73 minutes. */
const largest = { operation: 2 ** 12 - 1, status: 2 ** statusBits - 1, nanoseconds: 2 ** (32 + highBits) - 1 }

/**
 * Keeps samples of any number of requests, eight bytes each. Twelve bits hold the operation, ten the status, 42 the nanoseconds.
 * Beside them stands one count for each second of the run. Exact: k6 measures whole nanoseconds.
 */
export class Samples {
  size = 0
  private readonly chunks: Uint32Array[] = []
  /** The number of samples at the end of each second of the run. */
  private readonly marks: number[] = []

  /** `second`: the second of the run in which the answer came; samples come in this order, or nearly. */
  add({ operation, status, durationMs }: RequestSample, second: number): void {
    while (this.marks.length < second) this.marks.push(this.size)
    const at = this.size % chunkSize
    if (at === 0) this.chunks.push(new Uint32Array(2 * chunkSize))
    const chunk = this.chunks.at(-1)
    if (chunk === undefined) return
    const nanoseconds = Math.min(largest.nanoseconds, Math.round(durationMs * 1e6))
    const first = Math.min(largest.operation, operation) * 2 ** (statusBits + highBits)
    const middle = Math.min(largest.status, status) * 2 ** highBits
    chunk[2 * at] = first + middle + Math.floor(nanoseconds / low)
    chunk[2 * at + 1] = nanoseconds % low
    this.size += 1
  }

  /** Hands on the samples of the seconds from `fromSecond` to before `toSecond`, in the order in which they came. */
  each(take: (sample: RequestSample) => void, fromSecond = 0, toSecond = Number.POSITIVE_INFINITY): void {
    const end = this.before(toSecond)
    for (let index = this.before(fromSecond); index < end; index += 1) take(this.at(index))
  }

  private before(second: number): number {
    return second <= 0 ? 0 : (this.marks[second - 1] ?? this.size)
  }

  private at(index: number): RequestSample {
    const chunk = this.chunks[Math.floor(index / chunkSize)]
    const at = 2 * (index % chunkSize)
    const [high = 0, rest = 0] = chunk === undefined ? [] : [chunk[at], chunk[at + 1]]
    const nanoseconds = (high % 2 ** highBits) * low + rest
    return {
      operation: Math.floor(high / 2 ** (statusBits + highBits)),
      status: Math.floor(high / 2 ** highBits) % 2 ** statusBits,
      durationMs: nanoseconds / 1e6,
    }
  }
}

/** Remembers which turns were taken, one bit each, so that a turn that is taken twice is seen. */
export class Turns {
  twice = 0
  private bits = new Uint8Array(1024)

  take(turn: number): void {
    const byte = Math.floor(turn / 8)
    if (byte >= this.bits.length) {
      const more = new Uint8Array(2 * Math.max(byte, this.bits.length))
      more.set(this.bits)
      this.bits = more
    }
    const bit = 1 << (turn % 8)
    const before = this.bits[byte] ?? 0
    if ((before & bit) !== 0) this.twice += 1
    this.bits[byte] = before | bit
  }
}
