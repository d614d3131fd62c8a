import { type FoundInPage, findings, gravity, knownChecks } from './island.ts'

const asked = findings.filter(({ operation }) => operation !== null)
const used = new Set(asked.map(({ base }) => base))
const familyOf = (check: string) => check.split('.', 1)[0] ?? check

/** The checks by family, families and their members in the order in which the suite lists them. */
export const families: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  new Set([...knownChecks.filter((check) => used.has(check)), ...used]),
  familyOf,
)
export const checks: readonly string[] = [...families.values()].flat()

/** The name of a check below the name of its family. */
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
const isBroken = (list: readonly FoundInPage[]) => list.some(({ verdict }) => verdict === 'violation')

/** Products and their operations, those that broke first; otherwise as the catalogue has them. */
export const productRows: readonly ProductRow[] = [...Map.groupBy(asked, ({ product }) => product)]
  .map(([product, own]) => ({ product, operations: operationRows(own) }))
  .sort((one, other) => Number(hasBroken(other)) - Number(hasBroken(one)))

function operationRows(own: readonly FoundInPage[]): readonly OperationRow[] {
  return [...Map.groupBy(own, ({ operation }) => operation ?? '')]
    .map(([operation, about]) => ({
      operation,
      findings: about,
      byCheck: Map.groupBy(about, ({ base }) => base),
    }))
    .sort((one, other) => Number(isBroken(other.findings)) - Number(isBroken(one.findings)))
}

/** Whether anything of a product broke. */
export function hasBroken({ operations }: ProductRow): boolean {
  return operations.some((row) => isBroken(row.findings))
}

/** The verdict that stands for several: the gravest. */
export function gravestOf(list: readonly FoundInPage[]): string {
  return gravity.find((verdict) => list.some((finding) => finding.verdict === verdict)) ?? 'pass'
}

/** `2 violations, 14 pass`: several findings in words, the gravest first. */
export function inWords(list: readonly FoundInPage[]): string {
  return gravity
    .map((verdict) => [verdict, list.filter((finding) => finding.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `${count} ${verdict === 'violation' && count > 1 ? 'violations' : verdict}`)
    .join(', ')
}

/** How many of several findings are violations, of how many; in a column of its own. */
export function totalOf(list: readonly FoundInPage[]): string {
  const violations = violationsOf(list)
  return violations === 0 ? String(list.length) : `${violations} of ${list.length}`
}
