/**
 * A question as its test is called, so that vitest's `-t` finds it by product, operation or check: the name of its
 * suite and its own, as vitest joins them.
 */
export function titleOf(asked: {
  readonly product: string
  readonly operation: string
  readonly check: string
  readonly question: string
}): string {
  return `${asked.product} ${asked.operation} > ${asked.check}: ${asked.question}`
}
