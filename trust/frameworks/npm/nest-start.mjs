// Compiles nest.mts by TypeScript and runs it: only TypeScript knows its decorators and their metadata.
import { readFileSync, writeFileSync } from 'node:fs'
import ts from 'typescript'

const compilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2022,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
}
const { outputText } = ts.transpileModule(readFileSync(new URL('nest.mts', import.meta.url), 'utf8'), {
  compilerOptions,
})
const built = new URL(`nest.${process.pid}.mjs`, import.meta.url)
writeFileSync(built, outputText)
const { rmSync } = await import('node:fs')
try {
  await import(built)
} finally {
  rmSync(built)
}
