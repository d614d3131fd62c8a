import { filesOf, textOf } from './files.ts'

/** A command that a document tells its reader to type. */
export interface DocumentedCommand {
  readonly file: string
  readonly line: string
}

const first = ['README.md', 'docs/first-hour.md', 'docs/gate.md', 'docs/finding.md', 'docs/nightly.md']

/** README and the pages for users: first those of `first`, in their order, then the others. */
function pages(): readonly string[] {
  const all = filesOf(['.md']).filter((file) => file === 'README.md' || file.startsWith('docs/'))
  return [...first, ...all.filter((file) => !first.includes(file))]
}

/** The lines of every code block that names no language, without their comments. */
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
