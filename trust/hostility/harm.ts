import { expect } from 'vitest'
import { liveTexts } from '../../fixtures/hostile/words.ts'
import { validateResults } from '../../reports/validate.ts'
import { keysOf, secretsIn } from '../safety/secret-scan.ts'
import { readXml } from '../tools/xml.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern looks for control characters
const acting = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const markup = liveTexts.map(([, text]) => text).filter((text) => /[<"]/.test(text))

/** Expects that no report does harm: no broken document, no live markup, no control character, no credential. */
export function expectHarmless(files: ReadonlyMap<string, string>, settings: Readonly<Record<string, string>>): void {
  const keys = keysOf(settings)
  for (const [name, text] of files) {
    expect(secretsIn(text, keys), `${name} holds a credential`).toEqual([])
    if (name.endsWith('.json')) JSON.parse(text)
    else if (name.endsWith('.ndjson')) for (const line of text.split('\n').filter(Boolean)) JSON.parse(line)
    else expect(acting.exec(text)?.index ?? -1, `${name} holds a sign that acts`).toBe(-1)
  }
  const page = files.get('index.html') ?? ''
  for (const text of markup) expect(page, 'the page holds live markup').not.toContain(text)
  expect(page.match(/<script/g), 'the page holds its island and its script').toHaveLength(2)
  expect(page).not.toMatch(/<(img|iframe|object|embed|link)\b/)
  expect(files.get('summary.md') ?? '').not.toMatch(/(^|[^\\])!\[|<(script|img|details[^>])/)
  expect(files.get('annotations.txt') ?? '').not.toMatch(/^(##vso|::(?!error|warning|notice))|::mischief/m)
  readXml(files.get('junit.xml') ?? '')
  expect(validateResults(JSON.parse(files.get('results.json') ?? 'null'))).toBeNull()
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
}
