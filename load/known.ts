import { shown } from '../fixtures/catalog/catalog.ts'
import type { JudgedOperation, LoadRecord } from './record.ts'
import type { Target } from './targets.ts'

const judged = ({ id, product, method, path }: Target): JudgedOperation => ({ id, product, method, path })

/** The operations of a load record: each read once; and the limited operation, with whether the specification shows it. */
export function knownOfReads(
  reads: readonly Target[],
  limitedId: string,
  limited: Target | undefined = reads.find(({ id }) => id === limitedId),
): Pick<LoadRecord, 'limited' | 'reads'> {
  const [method = 'GET', path = '/'] = limitedId.split(' ')
  const of = limited === undefined ? { id: limitedId, product: null, method, path } : judged(limited)
  return {
    limited: { ...of, shown: shown.includes(limitedId) },
    reads: [...new Map(reads.map((target) => [target.id, judged(target)])).values()],
  }
}
