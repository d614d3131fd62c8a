import { nounOf } from '../../../evidence/verdict.ts'
import { gravity } from '../view/parts.ts'
import { type FoundInPage, findings, knownChecks } from './island.ts'

const asked = findings.filter(({ operation }) => operation !== null)
const used = new Set(asked.map(({ base }) => base))
const familyOf = (check: string) => check.split('.', 1)[0] ?? check

/** The checks by family. Families and members have the suite's order. */
export const families: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  new Set([...knownChecks.filter((check) => used.has(check)), ...used]),
  familyOf,
)
export const checks: readonly string[] = [...families.values()].flat()

/** The name of a check without its family, where the family has other checks too. */
export function ownName(check: string): string {
  const family = familyOf(check)
  return (families.get(family)?.length ?? 0) > 1 ? check.slice(family.length + 1) : check
}

/** An operation with its findings by check. */
export interface OperationRow {
  readonly operation: string
  readonly findings: readonly FoundInPage[]
  readonly byCheck: ReadonlyMap<string, readonly FoundInPage[]>
}

/** A product with the rows of its operations. */
export interface ProductRow {
  readonly product: string
  readonly operations: readonly OperationRow[]
}

const violationsOf = (list: readonly FoundInPage[]) => list.filter(({ verdict }) => verdict === 'violation').length
const isBroken = (list: readonly FoundInPage[]) => violationsOf(list) > 0

/** The products and their operations. Products where something broke come first; else the catalogue's order stays. */
export const productRows: readonly ProductRow[] = [...Map.groupBy(asked, ({ product }) => product)]
  .map(([product, own]) => ({ product, operations: operationRows(own) }))
  .sort((one, other) => Number(hasBroken(other)) - Number(hasBroken(one)))

function operationRows(own: readonly FoundInPage[]): readonly OperationRow[] {
  return [...Map.groupBy(own, ({ operation }) => operation ?? '')]
    .map(([operation, about]) => ({ operation, findings: about, byCheck: Map.groupBy(about, ({ base }) => base) }))
    .sort((one, other) => Number(isBroken(other.findings)) - Number(isBroken(one.findings)))
}

export function hasBroken({ operations }: ProductRow): boolean {
  return operations.some((row) => isBroken(row.findings))
}

export function gravestOf(list: readonly FoundInPage[]): string {
  return gravity.find((verdict) => list.some((finding) => finding.verdict === verdict)) ?? 'pass'
}

/** Several findings in words, the gravest first: `2 violations, 14 pass`. */
export function inWords(list: readonly FoundInPage[]): string {
  return gravity
    .map((verdict) => [verdict, list.filter((finding) => finding.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${nounOf(verdict, count)}`)
    .join(', ')
}

/** The text of the column of totals: the number of findings, as `2 of 14` where some are violations. */
export function totalOf(list: readonly FoundInPage[]): string {
  const violations = violationsOf(list)
  return violations === 0 ? String(list.length) : `${violations} of ${list.length}`
}
