import type { Make } from '../view/make.ts'

/** Makes an element of attributes and children; a string becomes a text node and nothing else. */
export const element: Make<HTMLElement> = (name, attributes, ...children) => {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null) continue
    made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== null && child !== false))
  return made
}

/** A part of the page that is always there. */
export function part<E extends HTMLElement = HTMLElement>(id: string): E {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found as E
}

/** Shows the buttons that work only with a script. */
export function showButtons(within: ParentNode): void {
  for (const button of within.querySelectorAll<HTMLElement>('.copy[hidden]')) button.hidden = false
}

/** Copies what stands beside a button; where the clipboard may not be written it selects it. */
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
