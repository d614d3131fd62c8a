import { basename } from 'node:path'
import { filesOf, textOf } from './files.ts'

/** The name of a rule, or of a part of one, in code. */
const citation = /\bO(?:1\d|20|[1-9])[a-e]?\b/g
/** Files that follow rules; tests only try them. */
const followsRules = /^(contracts|load|evidence|reports|run|commands)\/(?!.*\.test\.ts$)/

/** The rules that the document states: `O5`, `O5a` … */
export function statedIn(document: string): ReadonlySet<string> {
  return new Set([...document.matchAll(/^(?:## |\*\*)(O\d+[a-e]?)\./gm)].map(([, rule]) => rule ?? ''))
}

/** The files that name each rule, by rule. With `all`, tests and fixtures count as well. */
export function citations(all = false): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const file of filesOf(['.ts', '.js']).filter((name) => all || followsRules.test(name))) {
    for (const rule of new Set(textOf(file).match(citation))) found.set(rule, [...(found.get(rule) ?? []), file])
  }
  return found
}

const linksOf = (files: readonly string[]) => files.map((file) => `[${basename(file)}](../${file})`).join(', ')

/** The document with a current list of files at the end of each rule's section: those that name the rule. */
export function withPlaces(document: string): string {
  const cited = citations()
  const sections = document.split(/^(?=#{1,2} )/m)
  return sections
    .map((section) => {
      const [, rule] = /^## (O\d+)\./.exec(section) ?? []
      if (rule === undefined) return section
      const parts = [...cited.keys()].filter((part) => part.replace(/[a-e]$/, '') === rule).toSorted()
      const places = parts.map((part) => `${part} ${linksOf((cited.get(part) ?? []).toSorted())}`)
      const text = section.replace(/\n*^In the code: .*$/m, '').trimEnd()
      return `${text}\n${places.length === 0 ? '' : `\nIn the code: ${places.join('; ')}.\n`}\n`
    })
    .join('')
    .trimEnd()
    .concat('\n')
}
