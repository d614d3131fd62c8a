import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { filesOf, textOf, top } from './files.ts'
import { citations, statedIn } from './rules.ts'

const law = textOf('docs/oracle.md')
const stated = statedIn(law)

/** The places of the document's own links, from the top. */
function linksIn(file: string): readonly string[] {
  const links = textOf(file).matchAll(/\]\((?!https?:|#)([^)#\\]+)(?:#[^)]*)?\)/g)
  return [...links].map(([, target]) => join(dirname(file), target ?? ''))
}

test('every link of a document leads somewhere', () => {
  const dead = filesOf(['.md']).flatMap((file) =>
    linksIn(file)
      .filter((target) => !existsSync(join(top, target)))
      .map((target) => `${file}: ${target}`),
  )
  expect(dead, 'after a move: npm run docs').toEqual([])
})

test('the law has the twenty rules, and every rule that the code names', () => {
  expect([...stated].filter((rule) => /\d$/.test(rule))).toEqual(Array.from({ length: 20 }, (_, at) => `O${at + 1}`))
  const unknown = [...citations(true)].filter(([rule]) => !stated.has(rule)).map(([rule, files]) => `${rule}: ${files}`)
  expect(unknown).toEqual([])
})

test('every place that the law names follows the rule and says so', () => {
  const cited = citations()
  const wrong = [...law.matchAll(/(O\d+[a-e]?) ((?:\[[^\]]+\]\([^)]+\)(?:, )?)+)/g)].flatMap(
    ([, rule = '', links = '']) =>
      [...links.matchAll(/\(\.\.\/([^)]+)\)/g)]
        .filter(([, file = '']) => cited.get(rule)?.includes(file) !== true)
        .map(([, file]) => `${file} does not name ${rule}: npm run docs`),
  )
  expect(wrong).toEqual([])
})

test('every rule that the code names has its place in the law', () => {
  const placeless = [...citations().keys()].filter((rule) => !law.includes(`${rule} [`))
  expect(placeless, 'npm run docs').toEqual([])
})
