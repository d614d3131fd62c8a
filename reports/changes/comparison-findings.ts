import { type Finding, findingOf } from '../../evidence/finding.ts'
import { inconclusive, undocumented } from '../../evidence/judgement.ts'
import type { Difference } from './differences.ts'

/** The statement that leaves open what is compared: how an operation answers beyond what is shown. */
const silence = '§4/silent/others'

const slugs = {
  drift: { new: 'drift-new', changed: 'drift-changed', gone: 'drift-gone' },
  parity: { new: 'parity-new', changed: 'parity-changed', gone: 'parity-gone' },
} as const

/** Where two runs cannot be compared: one finding says why. */
export function untoldParity(why: string): Finding {
  const place = { check: 'parity.run', sub: null, clause: silence, operation: null, product: null }
  return findingOf(place, inconclusive('parity-untold', {}, { why }), null)
}

/** Differences as findings: undocumented each, since the specification says nothing of them. */
export function comparisonFindings(
  of: 'drift' | 'parity',
  differences: readonly Difference[],
  productOf: (operation: string) => string | null,
): readonly Finding[] {
  return differences.map(({ kind, operation, subject, before, after }) => {
    const product = operation === null ? null : productOf(operation)
    const place = { check: `${of}.${kind}`, sub: subject, clause: silence, operation, product }
    const finding = findingOf(place, undocumented(slugs[of][kind], {}, { subject }), null)
    return { ...finding, expected: before, observed: after }
  })
}
