import type { Exchange } from '../../evidence/exchange.ts'
import { checkOf, type Finding } from '../../evidence/finding.ts'

/** Headers that some checks are about, whatever stands in them. */
const headers: Readonly<Record<string, string>> = {
  'limits.retry-after': 'Retry-After:',
  'json.media-type': 'Content-Type:',
}

/** Finds the failing spot of an answer by what was expected and what was observed; an answer that agrees has none. */
export function spotsOf(finding: Finding, exchange: Exchange | undefined) {
  const response = exchange?.response
  if (response === undefined || response === null || finding.verdict === 'pass') return { marks: [], missing: [] }
  const observed = finding.observed ?? ''
  const header = headers[checkOf(finding)]
  const code = codeIn(observed, finding.expected ?? '')
  const member = /\bbody(?:\/[^\s/]+)*\/([^\s/]+) must/.exec(observed)?.[1]
  return {
    /** Words of the answer, the status among them. */
    marks: [
      ...(isOtherStatus(finding.expected ?? '', response.status) ? [String(response.status)] : []),
      ...(header === undefined ? [] : [header]),
      ...(code === undefined ? [] : [code]),
      ...(member === undefined ? [] : [`"${member}"`]),
    ],
    /** Members that should be there and are not. */
    missing: [...observed.matchAll(/required property '([^']+)'/g)].flatMap(([, name]) => name ?? []),
  }
}

/** The code that was read; nothing where it is the one that was expected. */
function codeIn(observed: string, expected: string): string | undefined {
  const [, other, documented] = /\bcode (?:"([^"]+)"|(\w+_\w+))/.exec(observed) ?? []
  const code = other ?? documented
  return code === undefined || expected.includes(code) ? undefined : code
}

/** True where the status itself is what was not expected. */
function isOtherStatus(expected: string, status: number): boolean {
  if (expected.includes('below 500')) return status >= 500
  const named = expected.match(/\b[1-5]\d\d\b/g)
  return named !== null && !named.includes(String(status))
}
