import { inMarkup } from '../plain-text.ts'
import type { Make } from './view/make.ts'

/** HTML that may stand in a page as it is. Only `html` makes it, so foreign text never becomes markup. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Part = Markup | string | number | null | undefined | false | readonly Part[]

/** Builds markup from a template. Each inserted part is escaped as text, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((sum, string, index) => sum + textOf(parts[index - 1]) + string))
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return inMarkup(String(part))
}

/** Makes an element as markup, for views that the server and the script of the page share. */
export const makeMarkup: Make<Markup> = (name, attributes, ...children) => {
  const tag = new Markup(name)
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === false || value === null ? [] : html` ${new Markup(key)}="${value === true ? '' : value}"`,
  )
  return html`<${tag}${written}>${children}</${tag}>`
}

/** JSON for a script element that is never run. It holds no `<`, so that nothing can end the element. */
function inScript(value: unknown): string {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028')
  return text.replaceAll('\u2029', '\\u2029')
}

/** An object as JSON in pieces, list items apart: one text of megabytes would be copied several times. */
export function* islandPieces(island: object): Generator<string> {
  let before = '{'
  for (const [name, member] of Object.entries(island)) {
    yield `${before}${inScript(name)}:`
    if (Array.isArray(member)) yield* listPieces(member)
    else yield inScript(member)
    before = ','
  }
  yield '}'
}

function* listPieces(list: readonly unknown[]): Generator<string> {
  yield '['
  for (const [at, item] of list.entries()) yield `${at === 0 ? '' : ','}${inScript(item)}`
  yield ']'
}
