/**
 * Puts the parts of the page's script into one, each in a scope of its own: an import becomes a look-up, an export a member.
 * It knows the two forms that the parts use, `import { a } from './part.js'` and `export function|const`, and no others.
 */
export function scriptOf(parts: readonly { readonly name: string; readonly text: string }[]): string {
  const scopes = parts.map(({ name, text }) => `parts['./${name}'] = (() => {\n${scopeOf(text)}})()\n`)
  return `const parts = {}\n${scopes.join('')}`
}

const imported = /^import (\{[^}]*\}) from ('[^']+')$/gm
const exported = /^export ((?:async )?(?:function|const) (?:\{([^}]*)\}|(\w+)))/gm

function scopeOf(text: string): string {
  const names = [...text.matchAll(exported)].map(([, , several, one]) => several?.trim() ?? one)
  const body = text.replace(imported, 'const $1 = parts[$2]').replace(exported, '$1')
  if (/^(import|export) /m.test(body))
    throw new Error(`a form of import or export that is not known: ${body.slice(0, 80)}`)
  return `${body}return { ${names.join(', ')} }\n`
}
