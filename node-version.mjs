// Loaded before suite.ts (--import) and by vitest.config.ts, because a Node that cannot read TypeScript would fail on it without a helpful word.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `The suite needs Node 22.18 or later and got ${process.versions.node}: it brings its own, so run it by \`npm run …\` or \`npx …\` after \`npm ci\` with install scripts allowed, or \`npm rebuild node\`.\n`,
  )
  process.exit(2)
}
