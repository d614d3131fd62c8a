/** The five verdicts, in the order of every output. There is no sixth. */
export const verdicts = ['pass', 'violation', 'undocumented', 'inconclusive', 'not-exercised'] as const

/**
 * - `pass`: the specification says it, and the answer agrees
 * - `violation`: the specification (or HTTP or JSON itself) says it, and the answer disagrees
 * - `undocumented`: the specification is silent about whether this may be
 * - `inconclusive`: the evidence cannot tell
 * - `not-exercised`: the question was not asked, or the situation did not arise within the budget, with the reason
 */
export type Verdict = (typeof verdicts)[number]

/** Counts findings by verdict. The sum of the five is the number of planned questions. */
export function countsOf(findings: readonly { readonly verdict: Verdict }[]): Readonly<Record<Verdict, number>> {
  const counts = { pass: 0, violation: 0, undocumented: 0, inconclusive: 0, 'not-exercised': 0 }
  for (const { verdict } of findings) counts[verdict] += 1
  return counts
}

/** True where the specification says it, and the answer agreed or disagreed. */
export function isDecided({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict === 'pass' || verdict === 'violation'
}

/** The word of a verdict after its number: `1 violation`, `3 violations`, `3 pass`. */
export function nounOf(verdict: Verdict, number: number): string {
  return verdict === 'violation' && number !== 1 ? 'violations' : verdict
}
