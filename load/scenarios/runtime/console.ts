import type { Line } from '../../wire.ts'

/** k6 has it, its types do not tell. */
declare const console: { readonly log: (text: string) => void }

/** Prints a line of text: for a k6 user, or one that Node reads. Taken once: reading it anew makes a new function in Go. */
export const print = console.log

/** Hands a line to Node, which runs k6 with its console on standard output. */
export function emit(line: Line): void {
  print(JSON.stringify(line))
}
