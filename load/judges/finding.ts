import { type Finding, findingOf } from '../../evidence/finding.ts'
import type { Judgement } from '../../evidence/judgement.ts'
import { type CheckId, checkFacts } from '../../fixtures/checks.ts'
import { keyHeader } from '../../fixtures/errors.ts'
import type { JudgedOperation, LoadRecord } from '../record.ts'

/** The finding of a load check. */
export function loadFinding(
  place: { readonly check: CheckId; readonly sub: string | null; readonly operation: JudgedOperation | null },
  judgement: Judgement,
  reproduce: string | null,
  product: string | null = place.operation?.product ?? null,
): Finding {
  const [clause] = checkFacts(place.check).clauses
  return findingOf({ ...place, clause, operation: place.operation?.id ?? null, product }, judgement, reproduce)
}

/**
 * A curl line that asks an operation again, once or that many times at once; the key stands as the setting that it was
 * of, since another key has another limit. What stands behind `#` is never sent: curl counts by it.
 */
export function curlLine(
  { baseUrl, quietKey }: Pick<LoadRecord, 'baseUrl' | 'quietKey'>,
  { method, path }: JudgedOperation,
  atOnce: number,
): string {
  const key = quietKey ? '$LOAD_API_KEY' : '$API_KEY'
  const url = `${baseUrl}${path}`.replaceAll("'", '%27')
  const many = atOnce === 1 ? '' : `-Z --parallel-max ${atOnce} `
  const counted = atOnce === 1 ? url : `${url}#[1-${atOnce}]`
  const body = method === 'GET' ? '' : ` -X ${method} -H 'Content-Type: application/json' -d '{}'`
  return `curl -sS -i ${many}-H "${keyHeader}: ${key}" -H 'Accept: application/json'${body} '${counted}'`
}
