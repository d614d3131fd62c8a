/** The cell that a key leads to from a cell; null where there is none. */
const steps: Readonly<Record<string, (cell: HTMLTableCellElement) => Element | null>> = {
  ArrowLeft: (cell) => beside(cell, 'previousElementSibling'),
  ArrowRight: (cell) => beside(cell, 'nextElementSibling'),
  ArrowUp: (cell) => below(cell, 'previousElementSibling'),
  ArrowDown: (cell) => below(cell, 'nextElementSibling'),
  Home: (cell) => cell.parentElement?.querySelector('td:not(.blank)') ?? null,
  End: (cell) => [...(cell.parentElement?.querySelectorAll('td:not(.blank)') ?? [])].at(-1) ?? null,
}

type Way = 'previousElementSibling' | 'nextElementSibling'

function beside(cell: Element, way: Way): Element | null {
  let next = cell[way]
  while (next?.matches('td.blank') === true) next = next[way]
  return next?.matches('td') === true ? next : null
}

function below(cell: HTMLTableCellElement, way: Way): Element | null {
  let row = cell.parentElement?.[way] ?? null
  while (row !== null) {
    const next = row.children[cell.cellIndex]
    if (next?.matches('td:not(.blank)') === true) return next
    row = row[way]
  }
  return null
}

/** Moves the focus by a key. Returns true for a key that moves, even where there is no further cell. */
export function move(grid: Element, cell: HTMLTableCellElement, key: string): boolean {
  const step = steps[key]
  if (step === undefined) return false
  const next = step(cell)
  if (next instanceof HTMLElement) focusCell(grid, next)
  return true
}

/** Focuses a cell and makes it the only one that Tab reaches. */
export function focusCell(grid: Element, cell: HTMLElement): void {
  for (const tabbed of grid.querySelectorAll('td[tabindex="0"]')) tabbed.setAttribute('tabindex', '-1')
  cell.setAttribute('tabindex', '0')
  cell.focus()
}
