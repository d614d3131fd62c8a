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
 * A curl line that asks an operation again: once, or so many times at once. The key stands as the name of its setting, since another
 * key has another limit. curl uses the range behind `#` to count; it is never sent.
 */
export function curlToLoad(
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

/** A curl line for recovery (O16): meets the limit, waits longer than any trial was told, and asks once more. */
export function waitedLine(
  record: Parameters<typeof curlToLoad>[0],
  operation: JudgedOperation,
  trials: readonly Pick<RecoveryTrial, 'told'>[],
): string {
  const met = curlToLoad(record, operation, 64)
  const told = Math.max(...trials.map((trial) => trial.told))
  return trials.length === 0
    ? met
    : `${met}; sleep ${Math.ceil((told + graceMs) / 1000)}; ${curlToLoad(record, operation, 1)}`
}
