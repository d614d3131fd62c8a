import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { stderr, stdout, version } from 'node:process'
import { flag } from '../../run/options/option.ts'
import { suiteVersion } from '../../run/version.ts'
import { scriptWords } from '../tools/script.ts'
import { accountTable } from './account.ts'
import { askTable } from './ask-table.ts'
import { paceRows, paceTable } from './pace.ts'
import { recordTape, wordsOf } from './record-tape.ts'
import { runTables } from './run-tables.ts'
import { writeTape } from './tape.ts'

const { values } = scriptWords({
  call: 'npm run bench -- [options]',
  about: `
What the suite costs beside the least that anything could, in five minutes: the ask stage beside bare loops of supertest and
node:http that send the very same requests; start, judging and writing of whole runs apart; memory of all processes. Nothing
leaves this machine. On a busy one only ratios and processor time tell anything.`,
  options: {
    write: flag('writes trust/bench/BENCH.md'),
    quick: flag('one pass of each in place of three, and no catalogue of 2,650 operations: two minutes'),
  },
  words: 'none',
})

/** Several seeds, since the time of a run behind a limit depends on chance too. */
const seeds = [1, 2, 3, 4, 5, 6, 7, 8]

/** The limits in this table. `bench:pace` shows more. */
const limits = new Set(['fixed window 50/s', 'token bucket 40 at 40/s', 'fixed window 100 per 2 s'])

async function bench(room: string): Promise<string> {
  const say = (text: string) => stderr.write(`${text}\n`)
  const tapes = { gate: join(room, 'gate.json'), nightly: join(room, 'nightly.json') }
  for (const profile of ['gate', 'nightly'] as const) {
    say(`recording what a ${profile} asks`)
    writeTape(tapes[profile], await recordTape(wordsOf(profile)))
  }
  const given = { room, tapes, say, passes: values.quick ? 1 : 3, quick: values.quick }
  const asked = await askTable(given)
  const account = await accountTable(given)
  const runs = await runTables(given)
  say('under limits, in virtual time')
  const paced = await paceTable(
    paceRows.filter(({ name, latencyMs }) => limits.has(name) && latencyMs === 50),
    seeds,
  )
  const [busy = 0] = loadavg()
  const machine = `${cpus().length} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`
  return [
    '# What a run costs',
    '',
    `Measured by \`npm run bench -- --write\` on ${new Date().toISOString().slice(0, 10)}: suite ${suiteVersion}, Node ${version}, ${machine}, ${values.quick ? 'one pass of each' : 'medians of three passes'}. Load average at the end: ${Math.round(busy)}${busy > cpus().length ? ': others worked on this machine, so that times, and ratios of times, say little, and processor time reads up to twice as much' : ''}.`,
    '',
    ...asked,
    '',
    ...account,
    '',
    ...runs,
    '',
    '## Under a limit',
    '',
    'In virtual time, so that no machine has a part in it; `npm run bench:pace` has more kinds. Means of eight seeds. Used: of what the limit permits. Ideal: for the count that most is taken from. Knowing: what a client needs that knows the limit and asks in the plan’s order.',
    '',
    paced,
  ].join('\n')
}

const room = mkdtempSync(join(tmpdir(), 'platform-api-suite-bench-'))
try {
  const text = await bench(room)
  stdout.write(text)
  if (values.write) writeFileSync(resolve(import.meta.dirname, 'BENCH.md'), text)
} finally {
  rmSync(room, { recursive: true, force: true })
}
