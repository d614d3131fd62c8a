const raw = JSON.parse(document.getElementById('island').textContent)
const text = (place) => (place < 0 ? null : raw.texts[place])

/** The findings as objects; every text of others stays text, as nothing here ever writes markup. */
export const findings = raw.findings.map((row, index) => {
  const check = text(row[1])
  const [base] = check.split(':', 1)
  return {
    index,
    id: row[0],
    check,
    base,
    sub: check.slice(base.length + 1),
    operation: text(row[2]),
    product: text(row[3]) ?? 'whole service',
    verdict: raw.verdicts[row[4]],
    cause: text(row[5]),
    clause: text(row[6]),
    message: text(row[7]),
    expected: text(row[8]),
    observed: text(row[9]),
    curl: text(row[10]),
  }
})

/** The exchanges of a finding as request, response and note; none for a pass. */
export function exchangesOf(finding) {
  return (raw.exchanges[finding.index] ?? []).map((row) => row.map(text))
}

/** How grave a verdict is: the gravest of several is shown. */
export const gravity = ['violation', 'inconclusive', 'undocumented', 'not-exercised', 'pass']

export const { questions, clauses, left } = raw
export const fresh = new Set(raw.fresh)
