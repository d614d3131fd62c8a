import { shortened } from '../../plain-text.ts'
import { html, type Markup, type Part } from './markup.ts'
import { chip } from './parts.ts'
import type { ShownFinding, Story } from './story.ts'

/** A verdict, and behind it the word for the severity of a violation. */
export function verdictView({ verdict, severity }: Pick<Story, 'verdict' | 'severity'>): Markup {
  return html`${chip(verdict)}${severity !== null && html` <span class="severity">${severity}</span>`}`
}

/** A finding in full. The sentence of the cause is its heading, and the lines that ask again come early. */
export function findingView(story: Story): Markup {
  const { id, headline, question, check, cause, expected, observed, missing } = story
  const detail = detailOf(story)
  return html`<div class="body"><h3 class="sentence"><a href="#finding-${id}">${headline}</a></h3>
${detail !== '' && html`<p class="detail">${detail}</p>`}
${story.history.map((line) => html`<p class="since">${line}</p>`)}
${again(story)}
${clause(story)}
${(expected ?? observed) !== null && pair(['Expected', html`<p>${expected ?? '-'}</p>`], ['Observed', html`<p>${observed ?? '-'}</p>`])}
${missing.length > 0 && html`<p class="missing">Not in the answer: ${missing.map((word) => html`<mark>${word}</mark>`)}</p>`}
${story.shown.map((shown) => exchange(shown, story))}
<p class="stands">${question} <span class="ids">${[check, cause, id].map((word) => html`<code>${word}</code>`)}</span></p></div>`
}

/** The part of a message after the sentence of the cause; empty where there is none. */
function detailOf({ message, headline }: Story): string {
  if (!message.startsWith(headline)) return shortened(message, 600)
  return shortened(message.slice(headline.length).replace(/^: | (?=\()/, ''), 600)
}

function again({ before, curl, verdict, id }: Story): Markup | null {
  if (curl === null && verdict !== 'violation') return null
  return html`<div class="again"><h4>See it again</h4>${before !== null && html`<p class="aside">${before}</p>`}${curl !== null && command(curl)}${command(`npx suite replay ${id}`)}</div>`
}

/** A command with a button that copies it. The script of the page shows the button. */
function command(line: string): Markup {
  return html`<div class="command"><pre tabindex="0">${line}</pre><button type="button" class="copy" hidden>Copy</button></div>`
}

function clause({ clause: id, says, law }: Story): Markup {
  return html`<p class="says"><a href="#clause-${id}">${id}</a>${says !== null && `, in our words: ${says}`}${law !== null && ` Judged by ${law} in docs/oracle.md.`}</p>`
}

function exchange({ request, response, note, alike, sentAlike }: ShownFinding, { marks }: Story): Markup {
  return html`<div class="exchange">${pair(
    ['Request', html`<pre tabindex="0">${request}</pre>`],
    [`Answer, ${note}`, html`<pre tabindex="0">${marked(response, marks)}</pre>`],
  )}${alike.length > 0 && html`<details class="alike"><summary>${sentAlike} more answered alike</summary><ul class="operations">${alike.map((line) => html`<li>${line}</li>`)}</ul></details>`}</div>`
}

/** A text in which the first occurrence of each word is marked. */
function marked(text: string, words: readonly string[]): Part {
  const lower = text.toLowerCase()
  const places = words
    .map((word) => ({ from: lower.indexOf(word.toLowerCase()), length: word.length }))
    .filter(({ from, length }) => from >= 0 && length > 0)
    .sort((one, other) => one.from - other.from)
  const parts: Part[] = []
  let at = 0
  for (const { from, length } of places) {
    if (from < at) continue
    parts.push(text.slice(at, from), html`<mark>${text.slice(from, from + length)}</mark>`)
    at = from + length
  }
  return [...parts, text.slice(at)]
}

function pair(...sides: readonly (readonly [title: string, content: Markup])[]): Markup {
  return html`<div class="pair">${sides.map(([title, content]) => html`<div><h4>${title}</h4>${content}</div>`)}</div>`
}
