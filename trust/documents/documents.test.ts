import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checks } from '../../fixtures/checks.ts'
import { filesOf, textOf, top } from './files.ts'
import { madeSections } from './made.ts'
import { runTimePackages } from './packages.ts'
import { citations, statedIn } from './rules.ts'
import { withSection } from './sections.ts'

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

test('the rule that a report names for a check is stated, and code somewhere judges by it', () => {
  const cited = new Set([...citations().keys()].map((rule) => rule.replace(/[a-e]$/, '')))
  const loose = checks.filter(({ law }) => !(stated.has(law) && cited.has(law)))
  expect(loose.map(({ id, law }) => `${id}: ${law}`)).toEqual([])
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

test.for(madeSections)('$file says what npm run docs makes of it: $mark', (section) => {
  const document = textOf(section.file)
  expect(document === withSection(document, section), 'npm run docs').toBe(true)
})

test('every direct dependency has a line that says why', () => {
  const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<string, Record<string, string>>
  const told = textOf('docs/dependencies.md')
  const names = [...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})]
  const listed = new Set(
    told.split('\n').flatMap((line) => (line.split('|')[1] ?? '').split(',').map((name) => name.trim())),
  )
  expect(names.filter((name) => !listed.has(name))).toEqual([])
})

test('what is shipped may be shipped: nothing asks for more than its notice', () => {
  const free =
    /^\(?(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)\b/
  const others = runTimePackages(textOf('package-lock.json')).filter(({ license }) => !free.test(license))
  expect(others).toEqual([])
})
