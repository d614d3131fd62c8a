/** Makes an element of attributes and children; a string becomes a text node and nothing else. */
export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) {
    if (value === false || value === null) continue
    made.setAttribute(key, value === true ? '' : value)
  }
  made.append(...children.filter((child) => child !== null && child !== false))
  return made
}

/** A verdict as shape and word. */
export function chip(verdict) {
  return element(
    'span',
    { class: `chip ${verdict}` },
    element('i', { class: `mark ${verdict}`, 'aria-hidden': 'true' }),
    verdict,
  )
}

/** A command with a button that copies it. */
export function command(line) {
  const button = element('button', { type: 'button', class: 'copy' }, 'Copy')
  return element('div', { class: 'command' }, element('pre', { tabindex: '0' }, line), button)
}

/** Copies what stands beside the button; where the clipboard may not be written it selects it. */
export async function copy(button) {
  const source = button.previousElementSibling
  try {
    await navigator.clipboard.writeText(source.textContent)
    button.textContent = 'Copied'
  } catch {
    getSelection().selectAllChildren(source)
    button.textContent = 'Selected'
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 1500)
}
