import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import { scriptWords } from '../tools/script.ts'
import { filesOf, top } from './files.ts'

/** Files that no run needs: fixtures, tests and proof. The patterns fit this checkout and older ones. */
const notProduction = [
  /^(fixtures|trust|commands\/trust|docs)\//,
  /\.(test|cases|property\.test)\.ts$/,
  /(^|\/)(vitest|stryker)\.[\w.]*config\.\w+$/,
  /^load\/(limiters|limits\/simulation)\//,
  // Made from files that are counted themselves.
  /^reports\/page\/script\.js$/,
  /(^|\/)(fabricated|sample|sample-[\w-]+|chromium|child-run|k6-for-tests|loopback-only|retry-after-cases)\.ts$/,
]

/** Abilities that the suite gained since commit 54c3e68, each with patterns of the files that serve it alone. */
const added: Readonly<Record<string, readonly RegExp[]>> = {
  nights: [
    /^reports\/(changes\/|news\.ts|reproduction\.ts)/,
    /^(contracts\/observing\/|evidence\/observation\.ts)/,
    /^commands\/(known|baseline|parity|replay)\.ts/,
    /^run\/(baseline-folder|history-file|memory|compare|parity|replay|json-file)\.ts/,
  ],
  shards: [/^(commands\/merge|run\/merge|run\/merge-logs|contracts\/shard)\.ts/],
  load: [
    /^load\/(registry|stages|targets|thresholds|giving-way)\.ts/,
    /^load\/(export\/|engine\/(ask-rate|collector|guard|measure|samples)\.ts)/,
    /^load\/scenarios\/((average|breakpoint|soak|spike|stress)|runtime\/(arrival-rate|order-of-user|recording|summary))\.ts/,
    /^load\/(judges\/(by-count|gave-way|rate|slowed)|limiter\/trace|trial\/story)\.ts/,
    /^(commands\/export|run\/(about-export|export-k6|plan-load)|reports\/load-words)\.ts/,
  ],
  settings: [/^(contracts\/settings\/|commands\/check\.ts|run\/check-settings\.ts|run\/settings\/openapi-import\.ts)/],
  witnesses: [/^contracts\/(checks\/missing-|learning\/witnesses|planning\/worth)/],
  formats: [/^reports\/formats\/(metrics|message|in-order)\.ts/],
}

const { positionals } = scriptWords({
  call: 'npm run count -- [DIR]',
  about:
    'Lines of production code by room, of this checkout or of another, and in brackets without blank ones and comments.',
  options: {},
  words: 'one or none',
})
const folder = resolve(positionals[0] ?? top)
const files = filesOf(['.ts', '.js', '.mjs', '.css'], folder)
  .map((file) => resolve(top, file).slice(folder.length + 1))
  .filter((file) => !notProduction.some((pattern) => pattern.test(file)))
const sums = new Map<string, { files: number; lines: number; code: number }>()
for (const file of files) {
  const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
  const code = lines.filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line))
  const [capability] =
    Object.entries(added).find(([, patterns]) => patterns.some((pattern) => pattern.test(file))) ?? []
  const room = file.includes('/') ? (file.split('/')[0] ?? '') : 'root'
  const whatFor = capability === undefined ? ['what it did before', `before, ${room}`] : [`new: ${capability}`]
  for (const name of [room, 'all', ...whatFor]) {
    const sum = sums.get(name) ?? { files: 0, lines: 0, code: 0 }
    sums.set(name, { files: sum.files + 1, lines: sum.lines + lines.length, code: sum.code + code.length })
  }
}
for (const [name, { files: number, lines, code }] of [...sums].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
  stdout.write(`${name.padEnd(18)} ${number} files, ${lines} lines (${code} of code)\n`)
}
