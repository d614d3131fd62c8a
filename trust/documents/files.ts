import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'

/** The top of this checkout. */
export const top = resolve(import.meta.dirname, '../..')
const notOurs = new Set(['node_modules', '.git', '.stryker-tmp', 'out'])

/** The files below a folder with one of these endings, as paths from the top of this checkout. */
export function filesOf(endings: readonly string[], folder = top): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return notOurs.has(entry.name) ? [] : filesOf(endings, path)
    return endings.some((ending) => entry.name.endsWith(ending)) ? [relative(top, path)] : []
  })
}

export function textOf(file: string): string {
  return readFileSync(join(top, file), 'utf8')
}
