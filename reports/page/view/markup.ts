import { inMarkup } from '../../plain-text.ts'

/** HTML that may stand in a page as it is. Only `html` makes it, so foreign text never becomes markup. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

export type Part = Markup | string | number | null | undefined | false | readonly Part[]

/** Builds markup from a template, in Node and in the script of the page. Each inserted part is escaped as text, unless it is markup itself. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings.reduce((sum, string, index) => sum + textOf(parts[index - 1]) + string))
}

function textOf(part: Part): string {
  if (part === null || part === undefined || part === false) return ''
  if (part instanceof Markup) return part.text
  if (typeof part === 'object') return part.map(textOf).join('')
  return inMarkup(String(part))
}
