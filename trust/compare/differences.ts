import type { PlainRequest } from '../../fixtures/deployment.ts'

/** A run of one checkout's suite against one service. */
export interface CheckoutRun {
  readonly code: number | null
  /** Each request as a line, in the order in which it arrived. */
  readonly requests: readonly string[]
  readonly findings: readonly ComparedFinding[]
  readonly peakBytes: number
  readonly durationMs: number
}

interface ComparedFinding {
  readonly id: string
  readonly check: string
  readonly operation: string | null
  readonly verdict: string
  readonly cause: string
}

/** Headers that differ between two runs of one suite, or that the transport makes itself. */
const volatile = new Set(['user-agent', 'host', 'connection', 'content-length', 'transfer-encoding', 'traceparent'])
const runId = /\b\d{14}-[a-z0-9]{4}\b/g
/** UUIDs: the service draws them at random, and the suite may send them back. */
const drawn = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

/** A request as one line: method, target, headers without the volatile ones, at most 300 characters of the body. */
export function lineOf({ method, target, headers, body }: PlainRequest): string {
  const kept = headers.filter(([name]) => !volatile.has(name.toLowerCase())).map(([name, value]) => `${name}: ${value}`)
  const text = body.toString('utf8')
  const said = text.length > 300 ? `${text.slice(0, 300)}… (${text.length} characters)` : text
  return [`${method} ${target}`, ...kept.toSorted(), said].join(' | ').replace(runId, 'RUN').replace(drawn, 'UUID')
}

function counts(lines: readonly string[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  for (const line of lines) found.set(line, (found.get(line) ?? 0) + 1)
  return found
}

/** Requests that one suite sent more often than the other: `-` if the suite before did, `+` if the one after did. */
export function requestDifferences(before: readonly string[], after: readonly string[]): readonly string[] {
  const [was, is] = [counts(before), counts(after)]
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((line) => {
    const more = (is.get(line) ?? 0) - (was.get(line) ?? 0)
    return more === 0 ? [] : [`${more < 0 ? '-' : '+'}${Math.abs(more)} ${line}`]
  })
}

const told = ({ verdict, cause }: ComparedFinding) => `${verdict} ${cause}`

/** Findings that differ in verdict or cause, or that one suite alone has. Alike differences share a line with the first of them. */
export function findingDifferences(
  before: readonly ComparedFinding[],
  after: readonly ComparedFinding[],
): readonly string[] {
  const [was, is] = [before, after].map((findings) => new Map(findings.map((finding) => [finding.id, finding])))
  const groups = new Map<string, string[]>()
  for (const id of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])) {
    const [one, other] = [was?.get(id), is?.get(id)]
    const [from, to] = [one, other].map((finding) => (finding === undefined ? 'nothing' : told(finding)))
    if (from === to) continue
    const { check = '', operation = '' } = one ?? other ?? {}
    const group = `${check.replace(/:.*/, '')}: ${from} → ${to}`
    groups.set(group, [...(groups.get(group) ?? []), `${check} ${operation} (${id})`])
  }
  return [...groups].map(([group, of]) => `${group}, ${of.length} times, first ${of[0]}`)
}
