import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { argv, stdout } from 'node:process'
import { filesOf, top } from './files.ts'

/** What no run needs: fixtures, tests and proof, under the names of this checkout and of older ones. */
const notProduction = [
  /^(fixtures|trust|commands\/trust|docs)\//,
  /\.(test|cases|property\.test)\.ts$/,
  /(^|\/)(vitest|stryker)\.[\w.]*config\.\w+$/,
  /^load\/(limiters|limits\/simulation)\//,
  /(^|\/)(fabricated|sample|sample-[\w-]+|chromium|child-run|k6-for-tests|loopback-only|retry-after-cases)\.ts$/,
]

/** `npm run count -- [DIR]`: lines of production code by room, without blank ones and comments in brackets. */
const folder = resolve(argv[2] ?? top)
const files = filesOf(['.ts', '.js', '.mjs', '.css'], folder)
  .map((file) => resolve(top, file).slice(folder.length + 1))
  .filter((file) => !notProduction.some((pattern) => pattern.test(file)))
const rooms = new Map<string, { files: number; lines: number; code: number }>()
for (const file of files) {
  const lines = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
  const code = lines.filter((line) => !/^\s*($|\/\/|\/?\*)/.test(line)).length
  for (const room of [file.includes('/') ? (file.split('/')[0] ?? '') : 'root', 'all']) {
    const sum = rooms.get(room) ?? { files: 0, lines: 0, code: 0 }
    rooms.set(room, { files: sum.files + 1, lines: sum.lines + lines.length, code: sum.code + code })
  }
}
for (const [room, { files: number, lines, code }] of [...rooms].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
  stdout.write(`${room.padEnd(10)} ${number} files, ${lines} lines (${code} of code)\n`)
}
