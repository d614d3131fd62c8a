export interface ScopeFigures {
  readonly truth: string
  readonly count: number
  readonly right: number
  readonly inconclusive: number
  readonly wrong: number
  readonly requests: { readonly median: number; readonly p95: number }
}
export const scopeTruths: readonly string[] = []
export function measureScope(truth: string, _from: number, _count: number): Promise<ScopeFigures> {
  return Promise.reject(new Error(truth))
}
