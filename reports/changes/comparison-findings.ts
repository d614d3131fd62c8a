import { sentence } from '../../evidence/causes.ts'
import { type Finding, findingId } from '../../evidence/finding.ts'
import type { Difference } from './differences.ts'

/** The statement that leaves open what is compared: how an operation answers beyond what is shown. */
const silence = '§4/silent/others'

const slugs = {
  drift: { new: 'drift-new', changed: 'drift-changed', gone: 'drift-gone' },
  parity: { new: 'parity-new', changed: 'parity-changed', gone: 'parity-gone' },
} as const

/** Where two runs cannot be compared: one finding says why. */
export function untoldParity(why: string): Finding {
  return {
    id: findingId('parity.run', null),
    check: 'parity.run',
    clause: silence,
    operation: null,
    product: null,
    verdict: 'inconclusive',
    cause: 'parity-untold',
    message: sentence('parity-untold', { why }),
    expected: null,
    observed: null,
    exchanges: [],
    reproduce: null,
  }
}

/** Differences as findings: undocumented each, since the specification says nothing of them. */
export function comparisonFindings(
  of: 'drift' | 'parity',
  differences: readonly Difference[],
  productOf: (operation: string) => string | null,
): readonly Finding[] {
  return differences.map(({ kind, operation, subject, before, after }) => {
    const check = `${of}.${kind}:${subject}`
    const cause = slugs[of][kind]
    return {
      id: findingId(check, operation),
      check,
      clause: silence,
      operation,
      product: operation === null ? null : productOf(operation),
      verdict: 'undocumented',
      cause,
      message: sentence(cause, { subject }),
      expected: before,
      observed: after,
      exchanges: [],
      reproduce: null,
    }
  })
}
