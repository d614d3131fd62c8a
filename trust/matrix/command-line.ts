import { availableParallelism } from 'node:os'
import { stderr, stdout } from 'node:process'
import { parse } from 'dotenv'
import type { Finding } from '../../evidence/finding.ts'
import { checkFacts } from '../../fixtures/checks.ts'
import type { Decoy } from '../../fixtures/decoy.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import { faults } from '../../fixtures/faults/faults.ts'
import { loadDecoys } from '../../fixtures/faults/load-decoys.ts'
import { listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { asDevelopment, startSuite } from '../processes/child-run.ts'
import { scriptWords } from '../tools/script.ts'
import { isForContracts, operationsFor } from './narrowed.ts'

/** True where a finding has all that a reader needs to act on it. */
function saysAll({ clause, operation, expected, observed, reproduce }: Finding): boolean {
  const told = [clause, operation, expected, observed].every((text) => typeof text === 'string' && text !== '')
  const line = reproduce ?? ''
  return told && line.startsWith('curl ')
}

function wordsFor(fault: Fault): readonly string[] {
  if (checkFacts(fault.check).asks === 'load' || fault.name.startsWith('load-')) return ['--only', 'load']
  const operations = operationsFor(fault).flatMap(({ id }) => ['--operation', id])
  return ['--only', 'contracts', ...operations]
}

/** Runs load against one decoy. Null where no check is violated and the exit code is 0, else a sentence. */
async function tryDecoy(decoy: Decoy): Promise<string | null> {
  const service = await createService()
  const front = await listen(decoy.plant(service))
  try {
    const words = ['run', 'nightly', '--only', 'load', '--out', 'OUT', '--quiet', '--seed', '7']
    const settings = asDevelopment({ ...service.settings, BASE_URL: front.url })
    const { code, results } = await startSuite(words, { settings, mostMs: 280_000 }).ended
    const blamed = (results?.findings ?? []).filter(({ verdict }) => verdict === 'violation')
    if (blamed.length > 0) return blamed.map(({ check, cause }) => `${check} ${cause}`).join(', ')
    return code === 0 ? null : `exit ${code}`
  } finally {
    await front.close()
    await service.close?.()
  }
}

/** Serves one fault and runs the suite against it. Null where the finding is as it must be, else a sentence. */
async function tryByCommandLine(fault: Fault): Promise<string | null> {
  const service = startSuite(['serve', '--fault', fault.name], { mostMs: 300_000 })
  try {
    while (!/^DEV_KNOWN_PAYMENT_LINK_ID=.*\n/m.test(service.output())) {
      if (service.child.exitCode !== null) return `serve ended: ${service.output()}`
      await new Promise((done) => setTimeout(done, 50))
    }
    const words = ['run', 'nightly', '--out', 'OUT', '--quiet', '--seed', '7', ...wordsFor(fault)]
    const { code, results } = await startSuite(words, { settings: parse(service.output()), mostMs: 280_000 }).ended
    if (code !== 1) return `exit ${code}`
    const wanted = (results?.findings ?? []).filter(
      ({ check, operation, verdict }) =>
        verdict === 'violation' && check.split(':', 1)[0] === fault.check && operation === fault.operation,
    )
    if (wanted.length === 0) return `no violation of ${fault.check} on ${fault.operation}`
    return wanted.every(saysAll) ? null : 'a finding that does not say all'
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
  }
}

const { positionals: words } = scriptWords({
  call: 'npm run test:command-line -- [WORD…]',
  about: `
Every fault that \`serve --list\` names and whose check may be violated, planted by \`serve --fault\` and met by \`run\`, each a
process of its own: exit 1, and a finding that says all it must; then every decoy of the load half, met by a \`run\` of its own:
exit 0. Words narrow by name. Exit 1 where one is missed or blamed.`,
  options: {},
  words: 'any',
})
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word))
const wanted = faults.filter(({ name, check }) => checkFacts(check).may === 'violate' && isWanted(name))
const decoys = loadDecoys.filter(({ name }) => isWanted(name))
const trouble: string[] = []
let done = 0

interface Named {
  readonly name: string
}

async function tryAll<T extends Named>(some: readonly T[], tryOne: (one: T) => Promise<string | null>, atOnce: number) {
  let next = 0
  const worker = async () => {
    for (let one = some[next++]; one !== undefined; one = some[next++]) {
      const amiss = await tryOne(one)
      done += 1
      if (amiss !== null) trouble.push(`${one.name}: ${amiss}`)
      if (done % 10 === 0 || amiss !== null)
        stderr.write(`${done} of ${wanted.length + decoys.length}${amiss === null ? '' : `, ${one.name}: ${amiss}`}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

await tryAll(wanted.filter(isForContracts), tryByCommandLine, availableParallelism() + 2)
// Only two at once: limits are judged by time, and most of it is waiting.
const underLoad = wanted.filter((fault) => !isForContracts(fault))
await tryAll(underLoad, tryByCommandLine, 2)
const missed = trouble.length
await tryAll(decoys, tryDecoy, 2)
stdout.write(`${wanted.length} faults by the command line, ${wanted.length - missed} found as they must be\n`)
stdout.write(
  `${decoys.length} decoys under load, ${decoys.length - (trouble.length - missed)} of them blamed on nobody\n`,
)
stdout.write(trouble.map((line) => `amiss: ${line}\n`).join(''))
process.exitCode = trouble.length === 0 && wanted.length + decoys.length > 0 ? 0 : 1
