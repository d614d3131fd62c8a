import type { Line } from '../../wire.ts'

/** k6 has it, its types do not tell. */
declare const console: { log(text: string): void }

/** Prints a line of text: for a k6 user, or one that Node reads. */
export function print(text: string): void {
  console.log(text)
}

/** Hands a line to Node, which runs k6 with its console on standard output. */
export function emit(line: Line): void {
  console.log(JSON.stringify(line))
}
