import { findingView, verdictView } from '../view/finding-view.ts'
import { html, type Markup } from '../view/markup.ts'
import type { Address } from './address.ts'
import { fill, part, showButtons } from './element.ts'
import { cellOf, type FoundInPage, findingOf, isCut, toldOf } from './island.ts'

const dialog = part<HTMLDialogElement>('finding')

/** The dialog shows at most this many findings of a cell; the filters find the others. */
const cellShown = 60

/** What the dialog shows, and its neighbours among the matching findings. */
export interface DialogPlace {
  readonly open: NonNullable<Address['open']>
  readonly previous: Address['open']
  readonly next: Address['open']
  /** As in `3 of 27`; empty where the matching findings do not hold it. */
  readonly position: string
}

/** Finds the place of the open finding or cell among the matching findings. A cell stands there by its first one that matches. */
export function placeOf(open: NonNullable<Address['open']>, matching: readonly FoundInPage[]): DialogPlace {
  const nameOf = open.kind === 'finding' ? ({ id }: FoundInPage) => id : cellName
  const own = findingOf(open.id)
  const all = [...Map.groupBy(matching, nameOf)]
  const at = own === undefined ? -1 : all.findIndex(([name]) => name === nameOf(own))
  const neighbour = (index: number) => {
    const id = at < 0 ? undefined : all[index]?.[1][0]?.id
    return id === undefined ? null : { kind: open.kind, id }
  }
  return {
    open,
    previous: neighbour(at - 1),
    next: neighbour(at + 1),
    position: at < 0 ? '' : `${at + 1} of ${all.length}`,
  }
}

const cellName = ({ operation, base }: FoundInPage) => `${operation} ${base}`

/** Shows the open finding or cell, or that this run has no such finding. */
export function show(place: DialogPlace): void {
  const focused = dialog.open ? (document.activeElement?.className ?? null) : null
  const found = findingOf(place.open.id)
  const list = found === undefined ? [] : place.open.kind === 'finding' ? [found] : cellOf(found)
  const more = list.length - cellShown
  fill(
    dialog,
    html`${bar(place)}${found === undefined ? unknown(place.open.id) : list.slice(0, cellShown).map(section)}${more > 0 && html`<p>And ${more} more: filter the list of findings.</p>`}`,
  )
  showButtons(dialog)
  const pressed =
    focused === 'next' || focused === 'previous' ? dialog.querySelector<HTMLElement>(`.${focused}:enabled`) : null
  if (!dialog.open) dialog.showModal()
  ;(pressed ?? dialog).focus()
  dialog.scrollTop = 0
}

/** Closes the dialog without a change of the address. */
export function hide(): void {
  if (dialog.open) dialog.close()
}

function bar({ previous, next, position }: DialogPlace): Markup {
  const button = (name: string, words: string, isOff = false) =>
    html`<button type="button" class="${name}"${isOff && html` disabled`}>${words}</button>`
  return html`<div class="bar">${button('previous', 'Previous', previous === null)}${button('next', 'Next', next === null)}<span class="aside">${position}</span>${button('close', 'Close')}</div>`
}

function unknown(id: string): Markup {
  return html`<h2 id="finding-title">This run has no finding ${id}</h2>`
}

function section(finding: FoundInPage, index: number): Markup {
  const story = toldOf(finding)
  const title = index === 0 && html`<h2 id="finding-title">${finding.operation ?? 'The whole service'}</h2>`
  const note = html`<p class="aside">The page has no room for its requests: they stand in exchanges.ndjson.</p>`
  return html`<section>${title}<p>${verdictView(story)}</p>${findingView(story)}${isCut(finding) && note}</section>`
}
