import { readFileSync } from 'node:fs'

/** The parts of the sheet, in the order of the cascade. */
const parts = [
  'base',
  'masthead',
  'navigation',
  'broken',
  'finding',
  'tables',
  'filters',
  'matrix',
  'charts',
  'parts',
  'phone',
  'print',
] as const

let sheet: string | undefined

/** The style of a page; what is printed carries the id of the run on every sheet of paper. */
export function pageStyle(runId: string): string {
  sheet ??= parts.map((name) => readFileSync(new URL(`styles/${name}.css`, import.meta.url), 'utf8')).join('')
  return `${sheet}@page { @bottom-left { content: "Run ${runId.replace(/[^\w.:-]/g, '')}" } }\n`
}
