import { type Finding, findingOf } from '../../evidence/finding.ts'
import { inconclusive, undocumented } from '../../evidence/judgement.ts'
import type { Products } from '../../fixtures/catalog/operation.ts'
import type { Difference } from './differences.ts'

/** The clause of all comparison findings: the specification leaves open how an operation answers beyond what is shown. */
const silence = '§4/silent/others'

const slugs = {
  drift: { new: 'drift-new', changed: 'drift-changed', gone: 'drift-gone' },
  parity: { new: 'parity-new', changed: 'parity-changed', gone: 'parity-gone' },
} as const

/** The one finding of two runs that cannot be compared; it says why. */
export function untoldParity(why: string): Finding {
  const place = { check: 'parity.run', sub: null, clause: silence, operation: null, product: null }
  return findingOf(place, inconclusive('parity-untold', {}, { why }), null)
}

/** Turns differences into findings. Each is undocumented, since the specification says nothing about them. */
export function comparisonFindings(
  of: 'drift' | 'parity',
  differences: readonly Difference[],
  products: Products,
): readonly Finding[] {
  return differences.map(({ kind, operation, subject, before, after }) => {
    const product = products.get(operation) ?? null
    const place = { check: `${of}.${kind}`, sub: subject, clause: silence, operation, product }
    const finding = findingOf(place, undocumented(slugs[of][kind], {}, { subject }), null)
    return { ...finding, expected: before, observed: after }
  })
}
