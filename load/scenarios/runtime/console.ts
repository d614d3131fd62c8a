import type { Line } from '../../wire.ts'

/** k6 has it, its types do not tell. */
declare const console: { log(text: string): void }

/** Hands a line to Node: k6 is run with its log on standard output, raw. */
export function emit(line: Line): void {
  console.log(JSON.stringify(line))
}
