import type { Exchange } from '../../evidence/exchange.ts'
import { type Finding, findingId } from '../../evidence/finding.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import { countsOf } from '../../evidence/verdict.ts'
import type { ReportedRun } from './recordings.ts'

/** Text of a hostile deployment: markup, terminal codes, NUL, Markdown, and the closing marks of each format that quotes text. */
export const hostileText =
  '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=2"> \u001b[31m\u001b]8;;http://evil.example\u0007 \u0000 ]]> ' +
  '[link](javascript:alert(1)) |a|b| `code` ::error::owned %0A \u202e\u2028 <!-- \ud800'

/** The run with other findings. Summary and exit code follow from them; without any, the exit code is 2. */
function withFindings({ results, exchanges }: ReportedRun, findings: readonly Finding[]): ReportedRun {
  const summary = countsOf(findings)
  const exitCode =
    findings.length === 0 ? 2 : summary.violation > 0 ? 1 : results.run.exitCode === 1 ? 0 : results.run.exitCode
  const outcome = findings.length === 0 ? 'Nothing was judged' : results.run.outcome
  return { results: { ...results, run: { ...results.run, exitCode, outcome }, summary, findings }, exchanges }
}

/** The run with only those findings that have one of these verdicts. */
export function only(run: ReportedRun, verdicts: readonly Verdict[]): ReportedRun {
  return withFindings(
    run,
    run.results.findings.filter(({ verdict }) => verdicts.includes(verdict)),
  )
}

/** The run with this many more findings: copies of its own, each under an id of its own. */
export function enlarged(run: ReportedRun, more: number): ReportedRun {
  const { findings } = run.results
  const copies = Array.from({ length: more }, (_, index) => {
    const finding = findings[index % findings.length] as Finding
    const check = `${finding.check.split(':', 1)[0]}:copy-${index}`
    return { ...finding, check, id: findingId(check, finding.operation) }
  })
  return withFindings(run, [...findings, ...copies])
}

/** The run as if the deployment had put hostile text wherever it could. */
export function withHostileText({ results, exchanges }: ReportedRun): ReportedRun {
  const findings = results.findings.map((finding) => ({
    ...finding,
    message: `${finding.message} ${hostileText}`,
    observed: finding.observed === null ? null : `${finding.observed} ${hostileText}`,
  }))
  const observations = { ...results.observations, [hostileText]: hostileText }
  return {
    results: { ...results, findings, observations },
    exchanges: new Map([...exchanges].map(([id, exchange]) => [id, hostileExchange(exchange)])),
  }
}

function hostileExchange(exchange: Exchange): Exchange {
  if (exchange.response === null) return exchange
  const { status, headers } = exchange.response
  const text = hostileText.repeat(3)
  return {
    ...exchange,
    response: {
      status,
      headers: [...headers, ['X-Note', hostileText]],
      body: { text, bytes: text.length, cut: false },
    },
  }
}

/** The run with a large body and sixty long headers in every answer. */
export function withLargeBodies({ results, exchanges }: ReportedRun): ReportedRun {
  const large = (exchange: Exchange): Exchange => ({
    ...exchange,
    response: {
      status: 500,
      headers: Array.from({ length: 60 }, (_, index) => [`X-${index}`, `${exchange.id} `.repeat(40)] as const),
      body: { text: `${exchange.id} <b>& `.repeat(4000), bytes: 1e6, cut: true },
    },
  })
  return { results, exchanges: new Map([...exchanges].map(([id, exchange]) => [id, large(exchange)])) }
}
