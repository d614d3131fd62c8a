import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { stdout } from 'node:process'
import { scriptWords } from '../tools/script.ts'
import { top } from './files.ts'
import { runTimePackages } from './packages.ts'

/** Bytes of a package's folder. Packages inside of it are left out: each is counted by itself. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .reduce((sum, entry) => {
      const path = join(folder, entry.name)
      return sum + (entry.isDirectory() ? bytesOf(path) : entry.isFile() ? statSync(path).size : 0)
    }, 0)
}

const { positionals } = scriptWords({
  call: 'npm run installed -- [DIR]',
  about: 'The run-time packages of this checkout, or of another that is installed, the largest first, and their size.',
  options: {},
  words: 'one or none',
})
const folder = resolve(positionals[0] ?? top)
const packages = runTimePackages(readFileSync(join(folder, 'package-lock.json'), 'utf8'))
  .filter(({ path }) => existsSync(join(folder, path)))
  .map(({ path }) => ({ path, bytes: bytesOf(join(folder, path)) }))
  .toSorted((one, other) => other.bytes - one.bytes)
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const node = packages.filter(({ path }) => /\/node(-bin)?(-[\w-]+)?$/.test(path))
const total = packages.reduce((sum, { bytes }) => sum + bytes, 0)
const ofNode = node.reduce((sum, { bytes }) => sum + bytes, 0)
stdout.write(
  `${packages.length} run-time packages, ${megabytes(total)}; without Node itself ${megabytes(total - ofNode)}\n`,
)
for (const { path, bytes } of packages.slice(0, 12)) stdout.write(`  ${megabytes(bytes).padStart(9)}  ${path}\n`)
