import { availableParallelism } from 'node:os'
import { stderr, stdout } from 'node:process'
import { parse } from 'dotenv'
import type { Finding } from '../../evidence/finding.ts'
import { checkFacts } from '../../fixtures/checks.ts'
import type { Fault } from '../../fixtures/faults/fault.ts'
import { faults } from '../../fixtures/faults/faults.ts'
import { startSuite } from './child-run.ts'
import { isForContracts, operationsFor } from './narrowed.ts'

/**
 * `npm run test:command-line [-- WORD…]`: every fault that `serve --list` names and whose check may be violated, planted by
 * `serve --fault` and met by `run`, each a process of its own: exit 1, and a finding that says all it must. Words narrow by
 * name. Exit 1 where one is missed.
 */

/** What a finding must say so that somebody can act on it. */
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

/** Plants one fault and asks; null where all is as it must be, else what is not. */
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

const words = process.argv.slice(2)
const wanted = faults.filter(
  ({ name, check }) =>
    checkFacts(check).may === 'violate' && (words.length === 0 || words.some((word) => name.includes(word))),
)
const missed: string[] = []
let done = 0

async function tryAll(some: readonly Fault[], atOnce: number): Promise<void> {
  let next = 0
  const worker = async () => {
    for (let fault = some[next++]; fault !== undefined; fault = some[next++]) {
      const trouble = await tryByCommandLine(fault)
      done += 1
      if (trouble !== null) missed.push(`${fault.name}: ${trouble}`)
      if (done % 10 === 0 || trouble !== null)
        stderr.write(`${done} of ${wanted.length}${trouble === null ? '' : `, ${fault.name}: ${trouble}`}\n`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

// Limits are a matter of time: their faults are met one after the other.
await tryAll(wanted.filter(isForContracts), availableParallelism() + 2)
await tryAll(
  wanted.filter((fault) => !isForContracts(fault)),
  1,
)
stdout.write(`${wanted.length} faults by the command line, ${wanted.length - missed.length} found as they must be\n`)
stdout.write(missed.map((line) => `missed: ${line}\n`).join(''))
process.exitCode = missed.length === 0 && wanted.length > 0 ? 0 : 1
