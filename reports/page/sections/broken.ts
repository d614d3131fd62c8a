import { counted } from '../../../evidence/counted.ts'
import { type Finding, headlineOf } from '../../../evidence/finding.ts'
import type { Results } from '../../../evidence/results.ts'
import type { Evidence } from '../../formats/format.ts'
import { present, shortened } from '../../plain-text.ts'
import {
  ageOf,
  byCause,
  byOperation,
  type CauseProblems,
  findingsOf,
  knownWords,
  type OperationProblems,
  type Problem,
  placeOf,
  problemsOf,
} from '../../problems.ts'
import { severityWordsOf } from '../../words.ts'
import { detailsOf, pageFindingOf, wordsOf } from '../story-parts.ts'
import { findingView } from '../view/finding-view.ts'
import { html, type Markup, type Part } from '../view/markup.ts'
import { mark } from '../view/parts.ts'
import { storyOf } from '../view/story.ts'

/** How many operations and causes stand in full. A run with more is broken as a whole, and the matrix shows them all. */
const shown = 60
const problemsShown = 8
/** With more operations than a screen holds, causes are shown first: one gateway that is down may break a hundred. */
const screenful = 12
const linksShown = 120

/** What broke, in two views: by operation, for its owner, and by cause, which many operations may share. */
export function broken(results: Results, evidence: Evidence): Markup | string {
  const problems = problemsOf(results.findings)
  if (problems.length === 0) return nothing(results)
  const operations = byOperation(problems)
  const causes = byCause(problems)
  const opens = operations.length > screenful && causes.length < operations.length ? 'cause' : 'operation'
  const printed = (view: string) => (view === opens ? ' printed' : '')
  const radio = (view: string) =>
    html`<input type="radio" name="view" id="by-${view}"${view === opens ? html` checked` : ''}>`
  return html`<p class="lead">${counted(results.summary.violation, 'violation')} in ${counted(problems.length, 'problem')} on ${places(operations)}: findings that the same answers gave are one problem.${early(results)}</p>
<fieldset class="views"><legend>Group by</legend>
<label class="toggle">${radio('operation')}<span>operation <b>${operations.length}</b></span></label>
<label class="toggle">${radio('cause')}<span>cause <b>${causes.length}</b></span></label></fieldset>
<div class="causes view-operation${printed('operation')}">${operations.slice(0, shown).map((own) => operation(own, results, evidence))}${rest(operations.length, 'operation')}</div>
<div class="causes view-cause${printed('cause')}">${causes.slice(0, shown).map((own) => cause(own, results, evidence))}${rest(causes.length, 'cause')}</div>`
}

/** `7 operations and the whole service`. */
function places(all: readonly OperationProblems[]): string {
  const named = all.filter(({ lead }) => lead.operation !== null).length
  return present(named > 0 && counted(named, 'operation'), named < all.length && 'the whole service').join(' and ')
}

/** The words where no violation was found: either nothing is broken, or the run cannot tell. */
function nothing({ run, findings }: Results): string {
  if (run.exitCode === 130) return 'Not known: the run was stopped. No violation was found until then.'
  const decided = findings.some(({ verdict }) => verdict === 'pass')
  if (run.exitCode === 2)
    return decided ? 'Not known: the run is not to be trusted.' : 'Not known: nothing was answered.'
  return 'Nothing. Every answer that could be judged was as the specification says.'
}

function early({ run }: Results): string {
  if (run.exitCode === 130) return ' The run was stopped: there may be more.'
  return run.exitCode === 2 ? ' The run is not to be trusted as a whole: there may be more, and this may be wrong.' : ''
}

function rest(number: number, noun: string): Markup | null {
  return number > shown
    ? html`<p class="more">And ${counted(number - shown, `further ${noun}`)}: filter the matrix by violation.</p>`
    : null
}

function operation({ lead, problems }: OperationProblems, results: Results, evidence: Evidence): Markup {
  return html`<details class="cause"><summary>
<span class="headline">${mark('violation')}<span class="path">${lead.operation ?? 'The whole service'}</span></span>
<span class="where">${lead.product ?? ''}</span>
<ul class="problems">${problems.map((problem) => line(problem, results))}</ul>
</summary>
${problems.slice(0, problemsShown).map((problem) => full(problem, results, evidence))}
${problems.length > problemsShown && html`<p>And ${counted(problems.length - problemsShown, 'further problem')}: filter the matrix by this operation.</p>`}</details>`
}

/** A problem on one line. Of the whole service the whole message is told: the numbers tell its problems apart. */
function line({ lead }: Problem, results: Results): Markup {
  return html`<li><span class="severity">${severityWordsOf(lead.cause).name}</span> ${lead.operation === null ? lead.message : headlineOf(lead)}${labels([{ lead }], results)}</li>`
}

function labels(problems: readonly Pick<Problem, 'lead'>[], { changes, run }: Results): Part {
  const [{ lead: finding }] = problems as [Problem]
  const isNew = changes?.new.includes(finding.id) === true
  const since = ageOf(problems, { run })
  return [
    isNew && html` <span class="new">new</span>`,
    since !== '' && html` <span class="label">${since.replace(', ', '')}</span>`,
    finding.known && html` <span class="known">${knownWords(finding.known)}</span>`,
  ]
}

function full(problem: Problem, results: Results, evidence: Evidence): Markup {
  const { lead } = problem
  const story = storyOf(pageFindingOf(lead), wordsOf(results), detailsOf(lead, results, evidence))
  return html`<div class="problem">${findingView(story)}${shadows(problem)}</div>`
}

function shadows(problem: Problem): Markup | null {
  if (problem.shadows.length === 0) return null
  return html`<details class="alike"><summary>${counted(problem.shadows.length, 'finding')} of the same problem</summary>${links(problem.shadows)}</details>`
}

function cause(own: CauseProblems, results: Results, evidence: Evidence): Markup {
  const { lead } = own
  const all = own.problems.flatMap(findingsOf)
  return html`<details class="cause"><summary>
<span class="headline">${mark('violation')}<span>${own.headline}</span>${labels(own.problems, results)}</span>
<span class="where">${where(own)}</span>
<ul class="problems"><li><span class="severity">${severityWordsOf(lead.cause).name}</span> <span class="label">expected</span> ${shortened(lead.expected ?? '-', 90)} <span class="label">came</span> ${shortened(lead.observed ?? '-', 90)}</li></ul>
</summary>
${full(own.problems[0] as Problem, results, evidence)}
${all.length > 1 && html`<div class="problem"><h3>Where</h3>${links(all)}</div>`}</details>`
}

function where(own: CauseProblems): string {
  const { operations, products } = own
  if (operations.length === 0) return placeOf(own)
  const on = operations.length === 1 ? (operations[0] ?? '') : counted(operations.length, 'operation')
  const of =
    products.length > 3 ? ` of ${products.length} products` : ` ${products.map((name) => `· ${name}`).join(' ')}`
  return `${on}${of}`
}

function links(findings: readonly Finding[]): Markup {
  const more = findings.length - linksShown
  return html`<ul class="operations">${findings.slice(0, linksShown).map(link)}</ul>${more > 0 && html`<p>And ${more} more in the matrix.</p>`}`
}

function link({ id, check, operation: name }: Finding): Markup {
  return html`<li><a href="#finding-${id}">${name ?? 'the whole service'}</a> <span class="sub">${check}</span></li>`
}
