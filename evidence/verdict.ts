/** Five words, never more, in the order in which every output lists them. */
export const verdicts = ['pass', 'violation', 'undocumented', 'inconclusive', 'not-exercised'] as const

/**
 * - `pass`: the specification says it, and the answer agrees
 * - `violation`: the specification (or HTTP or JSON itself) says it, and the answer disagrees
 * - `undocumented`: outside what is shown, where the specification is silent about whether it may be
 * - `inconclusive`: the evidence cannot tell
 * - `not-exercised`: not asked, or the situation did not arise within the budget, with the reason
 */
export type Verdict = (typeof verdicts)[number]

/** The specification says it, and the answer agreed or disagreed. */
export function isDecided({ verdict }: { readonly verdict: Verdict }): boolean {
  return verdict === 'pass' || verdict === 'violation'
}

/** What a judge says: a verdict, and why in a slug and a sentence. */
export interface Judgement {
  readonly verdict: Verdict
  /** A slug that groups findings of one cause: `code-missing`, `accepted-without-key` … */
  readonly cause: string
  /** One sentence for people. */
  readonly message: string
  readonly expected?: string
  readonly observed?: string
  /** Ids of the exchanges that it stands on. */
  readonly exchanges?: readonly string[]
}

type Detail = Omit<Judgement, 'verdict' | 'cause' | 'message'>

/** The specification says it, and the answer agrees. */
export function pass(cause: string, message: string, detail: Detail = {}): Judgement {
  return { verdict: 'pass', cause, message, ...detail }
}

/** The specification says it, and the answer disagrees: expected and observed are owed to the reader. */
export function violation(
  cause: string,
  message: string,
  detail: Detail & { readonly expected: string; readonly observed: string },
): Judgement {
  return { verdict: 'violation', cause, message, ...detail }
}

/** Outside what is shown. */
export function undocumented(cause: string, message: string, detail: Detail = {}): Judgement {
  return { verdict: 'undocumented', cause, message, ...detail }
}

/** The evidence cannot tell. */
export function inconclusive(cause: string, message: string, detail: Detail = {}): Judgement {
  return { verdict: 'inconclusive', cause, message, ...detail }
}

/** Not asked, or the situation did not arise. */
export function notExercised(cause: string, message: string, detail: Detail = {}): Judgement {
  return { verdict: 'not-exercised', cause, message, ...detail }
}
