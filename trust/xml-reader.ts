/** An element as the tests need it. */
export interface Element {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly Element[]
  readonly text: string
}

interface Open {
  name: string
  attributes: Record<string, string>
  children: Element[]
  text: string
}

const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u
const token = /<(?:(\/)([\w.-]+)|([\w.-]+)((?:\s+[\w.-]+="[^"<]*")*)(\/)?)>|([^<]+)/y
const known: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/**
 * Reads XML 1.0 strictly, as much of it as our formats write: no comment, no CDATA, no document type. For tests: it throws
 * where a document is not well-formed, forbidden characters and bare ampersands included.
 */
export function readXml(document: string): Element {
  const bad = forbidden.exec(document)
  if (bad !== null) throw new Error(`a forbidden character: U+${document.charCodeAt(bad.index).toString(16)}`)
  const body = document.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '').trim()
  const root: Open = { name: '', attributes: {}, children: [], text: '' }
  const open: Open[] = [root]
  token.lastIndex = 0
  while (token.lastIndex < body.length) {
    const at = token.lastIndex
    const found = token.exec(body)
    if (found === null) throw new Error(`no XML at ${at}: ${body.slice(at, at + 60)}`)
    step(found, open)
  }
  const [only] = root.children
  if (open.length !== 1 || only === undefined || root.children.length !== 1) throw new Error('not one whole element')
  return only
}

function step([, slash, closed, opened, attributes, empty, text]: RegExpExecArray, open: Open[]): void {
  const top = open.at(-1)
  if (top === undefined) throw new Error('text after the end')
  if (text !== undefined) {
    if (text.includes(']]>')) throw new Error(']]> in text')
    top.text += decoded(text)
  } else if (slash !== undefined) {
    if (top.name !== closed) throw new Error(`</${closed}> closes <${top.name}>`)
    open.pop()
  } else if (opened !== undefined) {
    const element: Open = { name: opened, attributes: attributesOf(attributes ?? ''), children: [], text: '' }
    top.children.push(element)
    if (empty === undefined) open.push(element)
  }
}

function attributesOf(text: string): Record<string, string> {
  const read: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(/([\w.-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(read, name)) throw new Error(`${name} stands twice`)
    read[name] = decoded(value)
  }
  return read
}

function decoded(text: string): string {
  return text.replace(/&([^;&\s]*);?/g, (whole, name: string) => {
    const sign = known[name]
    if (sign === undefined || !whole.endsWith(';')) throw new Error(`no such entity: ${whole}`)
    return sign
  })
}
