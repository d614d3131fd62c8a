#!/usr/bin/env node
// The bin of the package. Whichever Node finds it, suite.ts gets one that reads TypeScript, or a clear word.
import './node-version.mjs'

await import('./suite.ts')
