#!/usr/bin/env node
// The bin of the package. Any Node may start it: suite.ts gets one that can run it, or the user a clear message.
import './node-version.mjs'

await import('./suite.ts')
