import { filesOf, textOf } from './files.ts'

/** A command that a document tells its reader to type. */
export interface DocumentedCommand {
  readonly file: string
  readonly line: string
}

const first = ['README.md', 'docs/first-hour.md', 'docs/gate.md', 'docs/finding.md', 'docs/nightly.md']

/** README and the pages for users, in the order in which somebody reads them. */
function pages(): readonly string[] {
  const all = filesOf(['.md']).filter((file) => file === 'README.md' || file.startsWith('docs/'))
  return [...first, ...all.filter((file) => !first.includes(file))]
}

/** Every line of a block without a language, its comment taken off. */
export function documentedCommands(): readonly DocumentedCommand[] {
  return pages().flatMap((file) => {
    const blocks = [...textOf(file).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].filter(([, language]) => language === '')
    const lines = blocks.flatMap(([, , text = '']) => text.split('\n'))
    return lines.flatMap((line) => {
      const command = line.replace(/\s+#.*$/, '').trim()
      return command === '' ? [] : [{ file, line: command }]
    })
  })
}
