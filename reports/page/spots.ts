import type { Exchange } from '../../evidence/exchange.ts'
import { checkOf, type Finding } from '../../evidence/finding.ts'
import { present } from '../plain-text.ts'

/** Headers that some checks are about. The page marks them, whatever their value. */
const headers: Readonly<Record<string, string>> = {
  'limits.retry-after': 'Retry-After:',
  'json.media-type': 'Content-Type:',
}

/** Finds the words of an answer that are wrong, by the expected and the observed text. An answer that agrees has none. */
export function spotsOf(finding: Finding, exchange: Exchange | undefined) {
  const response = exchange?.response
  if (response === undefined || response === null || finding.verdict === 'pass') return { marks: [], missing: [] }
  const observed = finding.observed ?? ''
  const header = headers[checkOf(finding)]
  const code = codeIn(observed, finding.expected ?? '')
  const member = /\bbody(?:\/[^\s/]+)*\/([^\s/]+) must/.exec(observed)?.[1]
  return {
    /** Words to mark in the answer; the status may be one. */
    marks: present(
      isOtherStatus(finding.expected ?? '', response.status) && String(response.status),
      header,
      code,
      member && `"${member}"`,
    ),
    /** Required members that the answer lacks. */
    missing: [...observed.matchAll(/required property '([^']+)'/g)].flatMap(([, name]) => name ?? []),
  }
}

/** The observed code; undefined where it is the expected one. */
function codeIn(observed: string, expected: string): string | undefined {
  const [, other, documented] = /\bcode (?:"([^"]+)"|(\w+_\w+))/.exec(observed) ?? []
  const code = other ?? documented
  return code === undefined || expected.includes(code) ? undefined : code
}

function isOtherStatus(expected: string, status: number): boolean {
  if (expected.includes('below 500')) return status >= 500
  const named = expected.match(/\b[1-5]\d\d\b/g)
  return named !== null && !named.includes(String(status))
}
