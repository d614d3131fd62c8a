import { findingView, verdictView } from '../view/finding-view.ts'
import type { Address } from './address.ts'
import { element, part, showButtons } from './element.ts'
import { byGravity, type FoundInPage, findings, isCut, storyOf } from './island.ts'

const dialog = part<HTMLDialogElement>('finding')
const byId = new Map(findings.map((finding) => [finding.id, finding]))

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

/** The findings of one check on one operation, the gravest first. */
export function cellOf({ operation, base }: FoundInPage): readonly FoundInPage[] {
  return findings.filter((one) => one.operation === operation && one.base === base).sort(byGravity)
}

/** Finds the place of the open finding or cell among the matching findings. */
export function placeOf(open: NonNullable<Address['open']>, matching: readonly FoundInPage[]): DialogPlace {
  const ids = open.kind === 'finding' ? matching.map(({ id }) => id) : cellIds(matching)
  const own = byId.get(open.id)
  const id =
    open.kind === 'cell' && own !== undefined ? (ids.find((one) => isSameCell(byId.get(one), own)) ?? open.id) : open.id
  const at = ids.indexOf(id)
  const neighbour = (index: number) => (ids[index] === undefined ? null : { kind: open.kind, id: ids[index] })
  return {
    open,
    previous: at < 0 ? null : neighbour(at - 1),
    next: at < 0 ? null : neighbour(at + 1),
    position: at < 0 ? '' : `${at + 1} of ${ids.length}`,
  }
}

function isSameCell(one: FoundInPage | undefined, other: FoundInPage): boolean {
  return one?.operation === other.operation && one.base === other.base
}

/** The ids of the cells: each is the id of the first matching finding in the cell. */
function cellIds(matching: readonly FoundInPage[]): readonly string[] {
  return [...Map.groupBy(matching, ({ operation, base }) => `${operation} ${base}`).values()].flatMap(
    ([first]) => first?.id ?? [],
  )
}

/** Shows the open finding or cell, or that this run has no such finding. */
export function show(place: DialogPlace): void {
  const focused = dialog.open ? (document.activeElement?.className ?? null) : null
  const found = byId.get(place.open.id)
  const list = found === undefined ? [] : place.open.kind === 'finding' ? [found] : cellOf(found)
  const parts = list.slice(0, cellShown).map((finding, index) => section(finding, index))
  dialog.replaceChildren(bar(place), ...(found === undefined ? [unknown(place.open.id)] : parts))
  if (list.length > cellShown)
    dialog.append(element('p', {}, `And ${list.length - cellShown} more: filter the list of findings.`))
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

function bar({ previous, next, position }: DialogPlace): HTMLElement {
  const button = (name: string, words: string, isOff: boolean) =>
    element('button', { type: 'button', class: name, disabled: isOff }, words)
  return element(
    'div',
    { class: 'bar' },
    button('previous', 'Previous', previous === null),
    button('next', 'Next', next === null),
    element('span', { class: 'aside' }, position),
    button('close', 'Close', false),
  )
}

function unknown(id: string): HTMLElement {
  return element('h2', { id: 'finding-title' }, `This run has no finding ${id}`)
}

function section(finding: FoundInPage, index: number): HTMLElement {
  const story = storyOf(finding)
  return element(
    'section',
    {},
    index === 0 && element('h2', { id: 'finding-title' }, finding.operation ?? 'The whole service'),
    element('p', {}, ...verdictView(element, story)),
    findingView(element, story),
    isCut(finding) &&
      element('p', { class: 'aside' }, 'The page has no room for its requests: they stand in exchanges.ndjson.'),
  )
}
