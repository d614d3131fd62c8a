import { type Finding, findingOf } from '../../evidence/finding.ts'
import type { Judgement } from '../../evidence/judgement.ts'
import { type CheckId, checkFacts } from '../../fixtures/checks.ts'
import { keyHeader } from '../../fixtures/errors.ts'
import type { JudgedOperation, LoadRecord } from '../record.ts'
import { graceMs } from '../trial/trial.ts'
import type { RecoveryTrial } from './recovery.ts'

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

/** The same for recovery (O16): the limit is met, longer is waited than was told in any trial, and once more asked. */
export function waitedLine(
  record: Parameters<typeof curlLine>[0],
  operation: JudgedOperation,
  trials: readonly RecoveryTrial[],
): string {
  const met = curlLine(record, operation, 64)
  const told = Math.max(...trials.map((trial) => trial.told))
  return trials.length === 0
    ? met
    : `${met}; sleep ${Math.ceil((told + graceMs) / 1000)}; ${curlLine(record, operation, 1)}`
}
