/** The setup that every part of the bench shares. */
export interface BenchSetup {
  /** A temporary folder, deleted afterwards. */
  readonly room: string
  /** The files with the tapes of a gate and of a nightly. */
  readonly tapes: Readonly<Record<'gate' | 'nightly', string>>
  readonly say: (text: string) => void
  /** How often each row is measured. The median counts. */
  readonly passes: number
  readonly quick: boolean
}

export const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

export const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0

/** The value whose number is the median. Throws where there is none. */
export function middle<Value>(values: readonly Value[], by: (value: Value) => number): Value {
  const sorted = values.toSorted((one, other) => by(one) - by(other))
  const found = sorted[sorted.length >> 1]
  if (found === undefined) throw new Error('nothing was measured')
  return found
}

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
export const seconds = (ms: number): string => `${number.format(ms / 1000)} s`
export const times = (ratio: number): string => `${number.format(ratio)} ×`
export const mib = (bytes: number): string => `${Math.round(bytes / 2 ** 20)} MiB`
export const whole = (value: number): string => number.format(Math.round(value))
