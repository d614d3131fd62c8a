import { chipView, findingView } from '../view/finding-view.ts'
import type { Address } from './address.ts'
import { element, part, showButtons } from './element.ts'
import { byGravity, type FoundInPage, findings, isCut, storyOf } from './island.ts'

const dialog = part<HTMLDialogElement>('finding')
const byId = new Map(findings.map((finding) => [finding.id, finding]))

/** More findings of one cell than this are found by the filters. */
const cellShown = 60

/** What the dialog shows, and what stands before and behind it among the findings that match. */
export interface DialogPlace {
  readonly open: NonNullable<Address['open']>
  readonly previous: Address['open']
  readonly next: Address['open']
  /** `3 of 27`; nothing where it is not among them. */
  readonly position: string
}

/** The findings of a cell of the matrix: those of one check on one operation, the gravest first. */
export function cellOf({ operation, base }: FoundInPage): readonly FoundInPage[] {
  return findings.filter((one) => one.operation === operation && one.base === base).sort(byGravity)
}

/** Finds the place of what is open among the matching findings. */
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

/** A cell is named by the first of its findings. */
function cellIds(matching: readonly FoundInPage[]): readonly string[] {
  return [...Map.groupBy(matching, ({ operation, base }) => `${operation} ${base}`).values()].flatMap(
    ([first]) => first?.id ?? [],
  )
}

/** Shows what is open, or that there is no such finding in this run. */
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
    element(
      'p',
      {},
      chipView(element, finding.verdict),
      ...(story.severity === null ? [] : [' ', element('span', { class: 'severity' }, story.severity)]),
    ),
    findingView(element, story, 3),
    isCut(finding) &&
      element('p', { class: 'aside' }, 'The page has no room for its requests: they stand in exchanges.ndjson.'),
  )
}
