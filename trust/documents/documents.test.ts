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

/** The targets of a document's links within the repository, as paths from the top. */
function linksIn(file: string): readonly string[] {
  const links = textOf(file).matchAll(/\]\((?!https?:|#)([^)#\\]+)(?:#[^)]*)?\)/g)
  return [...links].map(([, target]) => join(dirname(file), target ?? ''))
}

test('every link of a document leads to an existing file', () => {
  const dead = filesOf(['.md']).flatMap((file) =>
    linksIn(file)
      .filter((target) => !existsSync(join(top, target)))
      .map((target) => `${file}: ${target}`),
  )
  expect(dead, 'after a move: npm run docs').toEqual([])
})

test('the law states the twenty rules, and every rule that the code names', () => {
  expect([...stated].filter((rule) => /\d$/.test(rule))).toEqual(Array.from({ length: 20 }, (_, at) => `O${at + 1}`))
  const unknown = [...citations(true)].filter(([rule]) => !stated.has(rule)).map(([rule, files]) => `${rule}: ${files}`)
  expect(unknown).toEqual([])
})

test('the rule that a report names for a check is stated in the law and cited in the code', () => {
  const cited = new Set([...citations().keys()].map((rule) => rule.replace(/[a-e]$/, '')))
  const loose = checks.filter(({ law }) => !(stated.has(law) && cited.has(law)))
  expect(loose.map(({ id, law }) => `${id}: ${law}`)).toEqual([])
})

test('every file that the law names for a rule cites the rule', () => {
  const cited = citations()
  const wrong = [...law.matchAll(/(O\d+[a-e]?) ((?:\[[^\]]+\]\([^)]+\)(?:, )?)+)/g)].flatMap(
    ([, rule = '', links = '']) =>
      [...links.matchAll(/\(\.\.\/([^)]+)\)/g)]
        .filter(([, file = '']) => cited.get(rule)?.includes(file) !== true)
        .map(([, file]) => `${file} does not name ${rule}: npm run docs`),
  )
  expect(wrong).toEqual([])
})

test('the law names the files of every rule that the code cites', () => {
  const placeless = [...citations().keys()].filter((rule) => !law.includes(`${rule} [`))
  expect(placeless, 'npm run docs').toEqual([])
})

test.for(madeSections)('$file has the section that npm run docs makes: $mark', (section) => {
  const document = textOf(section.file)
  expect(document === withSection(document, section), 'npm run docs').toBe(true)
})

test('every direct dependency has a line that tells why it is there', () => {
  const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Record<string, Record<string, string>>
  const told = textOf('docs/dependencies.md')
  const names = [...Object.keys(dependencies ?? {}), ...Object.keys(devDependencies ?? {})]
  const listed = new Set(
    told.split('\n').flatMap((line) => (line.split('|')[1] ?? '').split(',').map((name) => name.trim())),
  )
  expect(names.filter((name) => !listed.has(name))).toEqual([])
})

test('every package that is shipped has a licence that asks for no more than its notice', () => {
  const free =
    /^\(?(MIT|MIT-0|ISC|BSD-2-Clause|BSD-3-Clause|0BSD|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)\b/
  const others = runTimePackages(textOf('package-lock.json')).filter(({ license }) => !free.test(license))
  expect(others).toEqual([])
})
