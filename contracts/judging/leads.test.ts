import { expect, test } from 'vitest'
import type { CheckId } from '../../fixtures/checks.ts'
import { embed, play } from '../../trust/fabricated/contracts.ts'
import type { ProbeReply } from '../../trust/fabricated/exchanges.ts'
import { isUnusual, type Probe } from '../probe.ts'

const isUnreadable = ({ body }: Probe) => body.base === 'not-json'
const isControl = ({ body, purpose }: Probe) => body.base.startsWith('embed-') && purpose === 'control'

/** The finding of a check on embed creation where requests of the eligible key get this, and the probe that it shows. */
function shownBy(check: CheckId, reply: ProbeReply, isSo: (probe: Probe) => boolean) {
  const answers = (probe: Probe) => (probe.credential === 'eligible' && isSo(probe) ? reply : undefined)
  const { findings, plan } = play({ operations: [embed], answers })
  const finding = findings.find((one) => one.check === check)
  const id = finding?.exchanges[0]?.split('.')[0]
  const probe = plan.entries.find((entry) => entry.probe.id === id)?.probe
  if (finding === undefined || probe === undefined) throw new Error(`nothing shows ${check}`)
  return { finding, probe }
}

const text = { status: 404, json: { code: 'conflict', message: 'no' } }
const broken: readonly (readonly [CheckId, ProbeReply])[] = [
  ['errors.server-error', [500, 500]],
  ['http.completes', ['reset', 'reset']],
  ['json.media-type', { status: 200, text: '{' }],
  ['envelope.schema', { status: 200, json: {} }],
  ['envelope.status', 201],
  ['errors.code', text],
  ['errors.listed', { status: 302, headers: [['Location', '/elsewhere']] }],
  ['errors.listed', 304],
]

test.for(broken)('%s: a usual request is shown before an odd one that broke in the same way', ([check, reply]) => {
  const both = shownBy(check, reply, (probe) => isUnreadable(probe) || isControl(probe))
  expect(both.finding.verdict).toBe('violation')
  expect(isUnusual(both.probe)).toBe(false)
  const alone = shownBy(check, reply, isUnreadable)
  expect(alone.finding).toMatchObject({ verdict: 'violation', cause: both.finding.cause })
  expect(isUnreadable(alone.probe)).toBe(true)
})

test('a usual request that broke in another way is not shown in place of the first', () => {
  const answers = (probe: Probe) =>
    probe.credential !== 'eligible'
      ? undefined
      : isUnreadable(probe)
        ? [500, 500]
        : isControl(probe)
          ? [501, 501]
          : undefined
  const { findings } = play({ operations: [embed], answers: answers as (probe: Probe) => ProbeReply | undefined })
  expect(findings.find(({ check }) => check === 'errors.server-error')?.observed).toContain('500')
})
