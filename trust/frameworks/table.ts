import { mkdirSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { each, flag, otherwise, someOf, text, whole } from '../../run/options/option.ts'
import { NotThere } from '../limiters/limiter.ts'
import { scriptWords } from '../tools/script.ts'
import type { BugName } from './bugs.ts'
import type { Framework, Shed } from './framework.ts'
import { type FrameworkOutcome, isAmiss, outcomeOf } from './outcome.ts'
import { type PageRow, pageOf, sentence } from './page.ts'
import { frameworks } from './registry.ts'
import { keptTrial, tryVariant, type Variant, variantText } from './trial.ts'

const { values, positionals } = scriptWords({
  call: 'npm run test:frameworks -- [options] [-- WORDS OF THE SUITE]',
  about: `
Deployments of the Platform API on frameworks that nobody here wrote, one after the other, as they should be, shedding load, and
with each of their bugs, and what the suite says of them. What follows a second \`--\` goes to the suite as it is
(\`-- --product Teams\`). A whole run writes FRAMEWORKS.md. Exit 1 where something is amiss, 2 where a framework could not be had
or time was short, 130 interrupted.`,
  options: {
    only: someOf(
      frameworks.map(({ name }) => name),
      'framework',
      'one framework; may be repeated',
    ),
    bug: each('NAME', 'one variant, `none` as it should be, `shed` shedding load; may be repeated', String),
    keep: text('DIR', 'keeps the run folders'),
    resume: flag('takes from there what was run before'),
    minutes: otherwise(whole({ least: 0, most: 10_000 }, 'N', 'starts nothing more after them (180)'), 180),
    seed: otherwise(whole({ least: 0, most: 2 ** 32 }, 'N', 'of the data that is sent (505)'), 505),
  },
  words: 'any',
})
const isAsked = (name: string, asked: readonly string[]) => asked.length === 0 || asked.includes(name)

const stopping = new AbortController()
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => stopping.abort())
const { signal } = stopping
const progress = (text: string) => void stderr.write(`${text}\n`)
const endsAt = performance.now() + values.minutes * 60_000
const cache = join(homedir(), '.cache', 'platform-api-suite', 'frameworks')
mkdirSync(cache, { recursive: true })

function variantsOf({ bugs, sheds }: Framework): readonly Variant[] {
  const all: readonly Variant[] = [
    { bug: null, shed: null },
    ...sheds.map((shed: Shed) => ({ bug: null, shed })),
    ...bugs.map((bug: BugName) => ({ bug, shed: null })),
  ]
  return all.filter(({ bug, shed }) => isAsked(bug ?? (shed === null ? 'none' : 'shed'), values.bug))
}

/** Writes the file from which deployments make their routes, in the form of `npx suite catalog --format json`. */
function catalogueFile(): string {
  const file = join(cache, 'catalogue.json')
  const operations = catalogue.map(({ product, method, path, operation, effect }) => ({
    product,
    method,
    path,
    operation,
    effect,
  }))
  writeFileSync(file, JSON.stringify({ operations }))
  return file
}

async function rowOf(framework: Framework, catalogueText: string): Promise<PageRow> {
  const startedAt = Date.now()
  const outcomes: FrameworkOutcome[] = []
  const left: Variant[] = []
  try {
    const startsOf = await framework.prepare({ cache, signal, progress })
    for (const variant of variantsOf(framework)) {
      if (signal.aborted) break
      const keep = values.keep === null ? null : join(values.keep, framework.name)
      const trying = { startsOf, seed: values.seed, signal, catalogue: catalogueText, keep, words: positionals }
      const before = keep !== null && values.resume ? await keptTrial(variant, keep) : null
      if (before === null && performance.now() >= endsAt) {
        left.push(variant)
        continue
      }
      const outcome = outcomeOf(framework, before ?? (await tryVariant(variant, trying)))
      outcomes.push(outcome)
      stdout.write(`${framework.name}: ${variantText(variant)}: ${sentence(outcome)}\n`)
    }
    return { framework, outcomes, absent: null, left, ms: outcomes.reduce((sum, { trial }) => sum + trial.ms, 0) }
  } catch (error) {
    if (!(error instanceof NotThere)) throw error
    progress(`${framework.name}: ${error.message}`)
    return { framework, outcomes, absent: error.message, left, ms: Date.now() - startedAt }
  }
}

const file = catalogueFile()
const rows: PageRow[] = []
for (const framework of frameworks) {
  if (signal.aborted) break
  if (isAsked(framework.name, values.only)) rows.push(await rowOf(framework, file))
}
const isWhole = values.only.length + values.bug.length === 0 && positionals.length === 0 && !signal.aborted
if (isWhole) writeFileSync(join(import.meta.dirname, 'FRAMEWORKS.md'), pageOf(rows, values.seed))
const amiss = rows.flatMap(({ outcomes }) => outcomes).filter(isAmiss)
const isLacking = rows.some(({ absent, left }) => absent !== null || left.length > 0)
process.exitCode = signal.aborted ? 130 : isLacking ? 2 : amiss.length > 0 ? 1 : 0
