import { counted } from '../../../evidence/counted.ts'
import type { Results } from '../../../evidence/results.ts'
import type { Untested } from '../../../fixtures/clauses/clause.ts'
import { type LedgerRow, type LedgerTest, ledgerOf, strayClauses } from '../../ledger.ts'
import { html, type Markup } from '../view/markup.ts'
import { cards, chip, tally } from '../view/parts.ts'

const titles: Readonly<Record<string, string>> = {
  0: 'The document',
  1: 'The service',
  2: 'Resources',
  3: 'States',
  4: 'Operations',
  5: 'Authentication',
  6: 'Events',
  7: 'Errors',
  8: 'Limits',
  9: 'Versions',
}

const reasons: Readonly<Record<Untested['because'], string>> = {
  silent: 'not shown',
  observed: 'observed only',
  client: 'binds the client',
  documents: 'about the document',
}

/** The clause ledger: each statement of the specification, the checks that test it and their verdicts, or why none does. */
export function ledger({ findings }: Results): Markup {
  const rows = ledgerOf(findings)
  const tested = rows.filter(({ tests }) => tests.length > 0).length
  const stray = strayClauses(findings)
  const sections = Map.groupBy(rows, ({ clause }) => /\d+/.exec(clause.id)?.[0] ?? '')
  return html`<p class="lead">${counted(rows.length, 'statement')} of the specification, in our words: ${tested} are tested by a check, ${rows.length - tested} say why not.</p>
${stray.length > 0 && html`<p>Findings also name clauses that have no row: ${stray.join(', ')}.</p>`}
${[...sections].map(([number, part]) => section(number, part))}`
}

function section(number: string, rows: readonly LedgerRow[]): Markup {
  const broken = rows.filter((one) => one.broken.length > 0).length
  const note = broken === 0 ? '' : `, ${broken} broken`
  const table = cards(`Statements of section ${number}`, ['Clause', 'Statement', 'Tested by'], rows.map(row), 'ledger ')
  return html`<details class="part"><summary><span class="number">§${number}</span> ${titles[number] ?? ''} <span class="aside">${counted(rows.length, 'statement')}${note}</span></summary>${table}</details>`
}

function row({ clause, tests, broken }: LedgerRow): Markup {
  const { id, says, untested } = clause
  const why =
    untested !== undefined &&
    html`<p class="why"><span class="because">${reasons[untested.because]}</span> ${untested.why}</p>`
  const note =
    broken.length > 0 &&
    html`<p class="test">${chip('violation')} <a href="#finding-${broken[0]?.id ?? ''}">broken by ${counted(broken.length, 'finding')}</a></p>`
  return html`<tr id="clause-${id}"><th scope="row"><code>${id}</code></th><td class="prose" data-label="Statement">${says}</td><td data-label="Tested by">${note}${tests.map(test)}${why}</td></tr>`
}

function test({ check, observes, counts, elsewhere }: LedgerTest): Markup {
  const asked = elsewhere > 0 || Object.values(counts).some((count) => count > 0)
  const others =
    elsewhere > 0 && html`<span class="aside">${counted(elsewhere, 'violation')} of other statements</span>`
  return html`<p class="test"><code>${check}</code>${observes && html` <span class="aside">observes</span>`} ${asked ? tally(counts) : html`<span class="aside">not in this run</span>`} ${others}</p>`
}
