import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import { findK6 } from '../../load/engine/find-k6.ts'
import { flag, text } from '../../run/options/option.ts'
import { scriptWords } from '../tools/script.ts'
import { inferredText, truthText } from './comparison.ts'
import { type MeasuredLimiter, measure } from './measure.ts'
import { limiters } from './registry.ts'

/** A table of fewer limiters proves nothing. */
const fewest = 8

const { values, positionals } = scriptWords({
  call: 'npm run test:limiters -- [options] [WORD…]',
  about: `
Real limiters that nobody here wrote, one after the other, and what the suite says of them. Words narrow by name. Exit 1 for a
wrong name, 2 where too few limiters could be had, 130 interrupted.`,
  options: {
    write: flag('puts the table of a whole run into trust/limiters/LIMITERS.md'),
    keep: text('DIR', 'keeps recordings of what is not right'),
  },
  words: 'any',
})
const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
const { signal } = stopping
const progress = (text: string) => void stderr.write(`${text}\n`)

function cells({ limiter, measured, absent }: MeasuredLimiter): readonly string[] {
  const { name, truth } = limiter
  if (measured === null) return [name, truthText(truth), truth.setting, `not there: ${absent}`, '', '', '']
  const { inferred, comparison, requests, ms } = measured
  const { word, outside } = comparison
  const verdict = outside.length === 0 ? word : `${word}, ${outside.join(' and ')} outside`
  const seconds = `${Math.round(ms / 1000)} s`
  return [name, truthText(truth), truth.setting, inferredText(inferred), String(requests), seconds, verdict]
}

const line = (columns: readonly string[]) => `| ${columns.map((text) => text.replaceAll('|', '/')).join(' | ')} |`

function tableOf(rows: readonly MeasuredLimiter[], took: number): string {
  const words = rows.map(({ measured }) => measured?.comparison.word ?? 'not there')
  const counts = [...new Set(words)].map((word) => `${words.filter((one) => one === word).length} ${word}`)
  return [
    '# Real limiters, and what the suite says of them',
    '',
    `Made by \`npm run test:limiters\` on ${new Date().toISOString().slice(0, 10)} in ${Math.round(took / 1000)} s: ${counts.join(', ')}. Nobody here wrote a line of these limiters. Brackets are the intervals that the suite gives.`,
    'Where none of the names fits a limiter, only *inconclusive* is right. Versions: `package-lock.json`, `go/go.mod`, `python/requirements.txt`; nginx and HAProxy as the machine or its Debian has them.',
    '',
    line(['limiter', 'truth', 'its setting', 'inference', 'requests', 'time', 'verdict']),
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => line(cells(row))),
    '',
  ].join('\n')
}

const cache = join(homedir(), '.cache', 'platform-api-suite', 'limiters')
const { keep } = values
if (keep !== null) mkdirSync(keep, { recursive: true })
const wanted = limiters.filter(
  ({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)),
)
const k6 = await findK6({ k6Bin: process.env['K6_BIN'] ?? null, environment: process.env, progress, signal })
const startedAt = Date.now()
const rows: MeasuredLimiter[] = []
for (const limiter of wanted) {
  if (signal.aborted) break
  const row = await measure(limiter, { k6, cache, signal, progress, keep })
  if (signal.aborted) break
  rows.push(row)
  stdout.write(`${line(cells(row))}\n`)
}

const table = tableOf(rows, Date.now() - startedAt)
const isWhole = rows.length === limiters.length
if (values.write && isWhole) writeFileSync(join(import.meta.dirname, 'LIMITERS.md'), table)
const wrong = rows.filter(({ measured }) => measured?.comparison.word === 'WRONG')
const there = rows.filter(({ measured }) => measured !== null)
const tooFew = there.length < Math.min(fewest, wanted.length)
for (const { limiter } of wrong) progress(`WRONG: ${limiter.name}`)
if (tooFew && !signal.aborted) progress(`Only ${there.length} of ${wanted.length} limiters could be had.`)
process.exitCode = signal.aborted ? 130 : wrong.length > 0 ? 1 : tooFew ? 2 : 0
