import { stripTypeScriptTypes } from 'node:module'
import { textOf } from './files.ts'

/** The parts of the page's script. Each part stands behind those that it needs. */
const parts = [
  '../../evidence/verdict.ts',
  '../../evidence/once-per.ts',
  '../plain-text.ts',
  'view/markup.ts',
  'view/parts.ts',
  'view/finding-view.ts',
  'view/story.ts',
  'script/island.ts',
  'script/element.ts',
  'script/address.ts',
  'script/dialog.ts',
  'script/rows.ts',
  'script/matrix.ts',
  'script/keyboard.ts',
  'script/list.ts',
  'script/filters.ts',
  'script/page.ts',
] as const

/** Comments that stand on lines of their own: a reader of the page needs none. */
const comments = /^ *(?:\/\*\*[\s\S]*?\*\/|\/\/.*)\n/gm
const imported = /^import (\{[^}]*\}) from '(?:[^']*\/)?([^'/]+)'$/gm
const exported = /^export ((?:async )?(?:function|const|class) (\w+))/gm

/** The script of the page: all parts in one text, each in a scope of its own. */
export function pageScript(): string {
  return `const parts = {}\n${parts.map((name) => scopeOf(name, textOf(`reports/page/${name}`))).join('')}`
}

/**
 * One part without its types, in a scope of its own. An import becomes a look-up, an export a member. Only two forms are known:
 * `import { a } from './part.ts'` and `export function|const`. Throws for every other form.
 */
export function scopeOf(name: string, source: string): string {
  const plain = quietly(() => stripTypeScriptTypes(source))
  const names = [...plain.matchAll(exported)].map(([, , own]) => own)
  const text = plain
    .replace(imported, "const $1 = parts['$2']")
    .replace(exported, '$1')
    .replace(comments, '')
    .replace(/[ \t;]+$/gm, '')
    .replace(/\n{3,}/g, '\n\n')
  const left = /^(?:import|export)\b.*/m.exec(text)
  if (left !== null) throw new Error(`a form of import or export that is not known: ${left[0]}`)
  return `parts['${name.split('/').at(-1)}'] = (() => {\n${text}return { ${names.join(', ')} }\n})()\n`
}

/** Calls without Node's warnings: at its first use, Node warns that stripping types by hand is experimental. */
function quietly<T>(work: () => T): T {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return work()
  } finally {
    process.emitWarning = emitWarning
  }
}
