import type { Markup } from '../view/markup.ts'

/** An element that the page always holds. Throws where it is missing. */
export function part<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found as E
}

/** Fills an element. Only `html` makes markup, so foreign text stays text. */
export function fill(place: Element, content: Markup): void {
  place.innerHTML = content.text
}

export function add(place: Element, content: Markup): void {
  place.insertAdjacentHTML('beforeend', content.text)
}

/** Shows the copy buttons: they work only with the script. */
export function showButtons(within: ParentNode): void {
  for (const button of within.querySelectorAll<HTMLElement>('.copy[hidden]')) button.hidden = false
}

/** Copies the text before a button. Selects it where the page may not write to the clipboard. */
export async function copy(button: Element): Promise<void> {
  const source = button.previousElementSibling
  if (source === null) return
  try {
    await navigator.clipboard.writeText(source.textContent ?? '')
    button.textContent = 'Copied'
  } catch {
    getSelection()?.selectAllChildren(source)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}
