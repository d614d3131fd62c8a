// Loaded before suite.ts (--import) and by vitest.config.ts. A Node that cannot run the suite starts the one that came with `npm ci`, or says
// what is missing.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import * as modules from 'node:module'
import { fileURLToPath } from 'node:url'

// suite.ts does this too, but the cache keeps only files that are read after this call; their types are then gone.
modules.enableCompileCache?.(fileURLToPath(new URL('./node_modules/.cache/compiled', import.meta.url)))

// The packages of the tests may be left out: said here, since Node would answer `npm test` with a stack.
const script = process.argv[1] ?? ''
if (/[\\/]node_modules[\\/]/.test(script) && !existsSync(script)) {
  process.stderr.write(
    'The tests need packages that NODE_ENV=production and --omit=dev leave out: npm ci --include=dev. A run does not need them.\n',
  )
  process.exit(2)
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
// Nodes before 22.18 read no TypeScript, before 24 no `using`, and before 24.4 have no folder that deletes itself.
if (major < 24 || (major === 24 && minor < 4)) {
  const own = fileURLToPath(new URL('./node_modules/node/bin/node', import.meta.url))
  if (!existsSync(own)) {
    process.stderr.write(
      `The suite needs Node 24.4 or later and got ${process.versions.node}: it brings its own, by \`npm ci\` with install scripts allowed, or \`npm rebuild node\`.\n`,
    )
    process.exit(2)
  }
  // A signal ends the child, which reports first; then this process ends as the child did. The handlers come before the child: a signal in
  // between would end this process alone.
  let interrupted = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      interrupted = true
      child.kill(signal)
    })
  }
  const child = spawn(own, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' })
  child.on('exit', (code, signal) => {
    if (code !== null) process.exit(code)
    // The child got the signal before it listened, and so said nothing.
    if (interrupted) process.stderr.write(`Interrupted (${signal})\n`)
    process.exit(interrupted ? 130 : 2)
  })
  await new Promise(() => {})
}
