import { SaxesParser } from 'saxes'

export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: Element[]
  text: string
}

/** Reads a document by a strict parser of XML 1.0. Throws where it is not well-formed. */
export function readXml(document: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('closetag', () => open.pop())
  parser.on('text', (text) => {
    const top = open.at(-1)
    if (top !== undefined) top.text += text
  })
  parser.on('error', (error) => {
    throw error
  })
  parser.write(document).close()
  return root.children[0] as Element
}
