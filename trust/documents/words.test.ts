import { expect, test } from 'vitest'
import { filesOf, textOf } from './files.ts'

const code = filesOf(['.ts', '.js', '.mjs'])

/** Still to get one meaning each. The list only shrinks. */
const stillTwice = new Set<string>([
  'Order',
  ...[
    'Clock',
    'Place',
    'Answer',
    'CodeReading',
    'Detail',
    'Judged',
    'Outcome',
    'Recording',
    'Reply',
    'Row',
    'Style',
    'Target',
  ],
])

test('no exported type has the name of another one', () => {
  const files = new Map<string, string[]>()
  for (const file of code) {
    for (const [, name = ''] of textOf(file).matchAll(
      /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
    )) {
      files.set(name, [...(files.get(name) ?? []), file])
    }
  }
  const twice = [...files].filter(([name, where]) => where.length > 1 && !stillTwice.has(name))
  expect(twice.map(([name, where]) => `${name}: ${where.join(', ')}`)).toEqual([])
})

test('the code cites no paper that is not in the repository', () => {
  const citing = code.filter((file) => /\b(DESIGN|ORACLE|STYLE)\b(?= |\.md)/.test(textOf(file)))
  expect(citing.filter((file) => file !== 'trust/documents/words.test.ts')).toEqual([])
})
