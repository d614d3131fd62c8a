import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { stderr, stdout } from 'node:process'
import { text } from '../../run/options/option.ts'
import { scriptWords } from '../tools/script.ts'
import { type PartResult, seeds } from './part.ts'

const parts = [
  ...[0, 1, 2, 3].map((index) => ({ part: 'styles', share: `${index}/4` })),
  ...[0, 1, 2, 3].map((index) => ({ part: 'faults', share: `${index}/4` })),
  { part: 'decoys', share: '0/1' },
  ...[0, 1].map((index) => ({ part: 'replays', share: `${index}/2` })),
  { part: 'nights', share: '0/1' },
  { part: 'twins', share: '0/1' },
] as const

const { keep } = scriptWords({
  call: 'npm run test:trust -- [options]',
  about: `
The long matrix: every conforming deployment, every fault on several of them, every decoy; its parts run in processes of their
own, as many as there are cores. Writes its table to trust/TRUST.md; exit 1 where anything is not as it must be.`,
  options: { keep: text('DIR', 'keeps what each part found, and takes up a matrix that was broken off') },
  words: 'none',
}).values
if (keep !== null) mkdirSync(keep, { recursive: true })

async function keptOrRun(wanted: (typeof parts)[number]): Promise<PartResult> {
  const file = keep === null ? null : join(keep, `${wanted.part}-${wanted.share.replace('/', '-of-')}.json`)
  if (file !== null && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as PartResult
  const result = await run(wanted)
  if (file !== null) writeFileSync(file, JSON.stringify(result))
  stderr.write(`${wanted.part} ${wanted.share}: ${result.trouble.length} not as it must be\n`)
  return result
}

function run({ part, share }: (typeof parts)[number]): Promise<PartResult> {
  return new Promise((done, failed) => {
    const file = new URL('part.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [file, part, share], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8')
    })
    child.on('error', failed)
    child.on('close', (code) => {
      if (code === 0) done(JSON.parse(said) as PartResult)
      else failed(new Error(`${part} ${share} ended with ${code}`))
    })
  })
}

const results = new Map<(typeof parts)[number], PartResult>()
let next = 0
const worker = async () => {
  for (let part = parts[next++]; part !== undefined; part = parts[next++]) results.set(part, await keptOrRun(part))
}
await Promise.all(Array.from({ length: availableParallelism() }, worker))

const rowsOf = (name: string) =>
  parts.filter(({ part }) => part === name).flatMap((part) => results.get(part)?.rows ?? [])
const trouble = parts.flatMap((part) => results.get(part)?.trouble ?? [])
const table = [
  '# What the suite was proven on',
  '',
  `Made by \`npm run test:trust\` on ${new Date().toISOString().slice(0, 10)}. Seeds: whole catalogue ${seeds.whole.join(', ')}; detailed operations ${seeds.detailed[0]} to ${seeds.detailed.at(-1)}; faults ${seeds.faults}; decoys ${seeds.decoys}.`,
  '',
  '## Conforming deployments',
  '',
  'Shares over the whole catalogue; last, the least share of passes on the detailed operations over their seeds.',
  '',
  '| deployment | violations | pass | undocumented | inconclusive | not-exercised | detailed: least pass |',
  '|---|---|---|---|---|---|---|',
  ...rowsOf('styles'),
  '',
  '## Planted faults',
  '',
  'Each fault that a plain request shows on the background, its plan narrowed to its operation. The last column counts what',
  'breaks no sentence there and was left out, as plain requests tell without the suite: a wrong key on an operation that needs',
  'none (§5.5), a missing route where unknown routes answer the very `not_found` (O1).',
  '',
  '| background | faults | caught by the named check on the named operation | strays | left out |',
  '|---|---|---|---|---|',
  ...rowsOf('faults'),
  '',
  '## Decoys',
  '',
  '| background | asked | decoys | violations |',
  '|---|---|---|---|',
  ...rowsOf('decoys'),
  '',
  '## Replays',
  '',
  'One violation of each check of each fault on the reference service, asked again: still there with the fault, passed without.',
  '',
  '| share | faults | violations | right both times | left out: by chance |',
  '|---|---|---|---|---|',
  ...rowsOf('replays'),
  '',
  '## Nights and twins',
  '',
  'The operations that trust/nights/silent-changes.ts changes and their neighbours. The kinds of change are held by',
  'trust/nights/drift.system.test.ts, the name of the limit by reports/changes/limit-observations.test.ts.',
  '',
  '| what is compared | runs | differences where none is | planted, and named |',
  '|---|---|---|---|',
  ...rowsOf('nights'),
  ...rowsOf('twins'),
  '',
  trouble.length === 0 ? 'Nothing is amiss.' : `Amiss:\n\n${trouble.map((line) => `- ${line}`).join('\n')}`,
  '',
].join('\n')
stdout.write(table)
writeFileSync(new URL('../TRUST.md', import.meta.url), table)
process.exitCode = trouble.length === 0 ? 0 : 1
