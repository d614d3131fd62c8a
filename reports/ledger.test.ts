import { expect, test } from 'vitest'
import type { Finding } from '../evidence/finding.ts'
import { reportedRun } from '../trust/recordings/recordings.ts'
import { type LedgerRow, ledgerOf, strayClauses } from './ledger.ts'

const { results } = reportedRun('broken')
const rows = ledgerOf(results.findings)

function row(id: string, from: readonly LedgerRow[] = rows): LedgerRow {
  const found = from.find(({ clause }) => clause.id === id)
  if (found === undefined) throw new Error(`no row ${id}`)
  return found
}

test('a row has the checks that test its clause, and their violations', () => {
  expect(row('§5.2').tests.map(({ check }) => check)).toEqual(['auth.missing-credential', 'auth.invalid-credential'])
  expect(row('§5.2').broken).toHaveLength(3)
  expect(row('§6.1').tests).toEqual([])
})

test('a member has its own findings, and not those of members whose name begins alike', () => {
  const about = (subject: string, check = 'request.field-type'): Finding[] =>
    results.findings
      .slice(0, 1)
      .map((finding) => ({ ...finding, check: `${check}:${subject}`, operation: 'POST /api/vote/embed/create' }))
  const of = (subject: string, id: string) =>
    row(id, ledgerOf(about(subject)))
      .tests.flatMap(({ counts }) => Object.values(counts))
      .reduce((a, b) => a + b, 0)
  expect(of('options[].color.number', '§2/vote-embed/options[].color')).toBe(1)
  expect(of('options[].color', '§2/vote-embed/options')).toBe(1)
  expect(of('options', '§2/vote-embed/options[].color')).toBe(0)
  expect(of('titles', '§2/vote-embed/title')).toBe(0)
  expect(of('title', '§2/audience-choice/choiceData')).toBe(0)
})

test('a product has only its own findings', () => {
  const found = results.findings.filter(({ check, product }) => check === 'catalog.reachable' && product === 'Teams')
  const sums = row('§4/teams').tests.flatMap(({ counts }) => Object.values(counts))
  expect(sums.reduce((sum, count) => sum + count, 0)).toBe(found.length)
})

test('a clause is broken only where a violation cites it or a narrower one', () => {
  const cited = results.findings.filter(({ verdict }) => verdict === 'violation').map(({ clause }) => clause)
  const broken = rows.filter((one) => one.broken.length > 0).map(({ clause }) => clause.id)
  expect(broken).toEqual(expect.arrayContaining(['§4', '§4/ads', '§5.2', '§7', '§7/400', '§7.2']))
  for (const clause of broken)
    expect(
      cited.some((narrow) => narrow.startsWith(clause)),
      clause,
    ).toBe(true)
  for (const clause of cited) expect(broken).toContain(clause)
  for (const clause of ['§7/403', '§7/401', '§9.1', '§2/envelope/data.id', '§7.1']) expect(broken).not.toContain(clause)
})

test('a clause about something that is not shown cannot be broken', () => {
  const silent = rows.filter(({ clause }) => clause.untested?.because === 'silent')
  expect(silent.length).toBeGreaterThan(10)
  for (const { clause, broken, tests } of silent) {
    expect(broken, clause.id).toEqual([])
    expect(
      tests.every(({ counts }) => counts.violation === 0),
      clause.id,
    ).toBe(true)
  }
})

test('violations of other clauses by the same check are counted apart', () => {
  const [reachable] = row('§9.1').tests
  expect(reachable).toMatchObject({ counts: { violation: 0 }, elsewhere: 3 })
})

test('a check that only observes is marked', () => {
  expect(row('§8.3').tests).toMatchObject([{ check: 'pagination.limit-offset', observes: true }])
})

test('a clause that a finding cites and no row has is told', () => {
  const [first] = results.findings
  expect(strayClauses(first === undefined ? [] : [{ ...first, clause: '§99' }])).toEqual(['§99'])
  expect(strayClauses(results.findings)).toEqual([])
})
