import { expect, test } from 'vitest'
import { filesOf, textOf } from './files.ts'

const code = filesOf(['.ts', '.js', '.mjs'])

test('no two exported types have the same name', () => {
  const files = new Map<string, string[]>()
  for (const file of code) {
    for (const [, name = ''] of textOf(file).matchAll(
      /^export (?:declare )?(?:abstract )?(?:interface|type|class) (\w+)/gm,
    )) {
      files.set(name, [...(files.get(name) ?? []), file])
    }
  }
  const twice = [...files].filter(([, where]) => where.length > 1)
  expect(twice.map(([name, where]) => `${name}: ${where.join(', ')}`)).toEqual([])
})

test('the code cites no paper that is not in the repository', () => {
  const citing = code.filter((file) => /\b(DESIGN|ORACLE|STYLE)\b(?= |\.md)/.test(textOf(file)))
  expect(citing.filter((file) => file !== 'trust/documents/words.test.ts')).toEqual([])
})

test('each test of the real k6, a browser or a foreign tool has the tag by which it may try again in a pipeline', () => {
  const external = filesOf(['k6', 'browser', 'tool'].map((kind) => `.${kind}.system.test.ts`))
  expect(external.length).toBeGreaterThan(10)
  expect(external.filter((file) => !textOf(file).startsWith('// @module-tag external\n'))).toEqual([])
})
