import type { Make } from '../view/make.ts'

/** Makes an element with attributes and children. A string becomes a text node, never markup. */
export const element: Make<HTMLElement> = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null) continue
    made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== null && child !== false))
  return made
}

/** An element that the page always holds. Throws where it is missing. */
export function part<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found as E
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
