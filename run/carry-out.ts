import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Exchange } from '../evidence/exchange.ts'
import { listsPieces } from '../evidence/json-pieces.ts'
import { present } from '../reports/plain-text.ts'
import { announcement, leftLine } from './announce.ts'
import { type Around, type AskContext, askAll, k6For } from './ask.ts'
import { absentBaseline } from './baseline-folder.ts'
import { collectGarbage } from './collect-garbage.ts'
import { lineFile, writeJson, writeText } from './files.ts'
import { judgeRun } from './judge.ts'
import { expectToRemember } from './memory.ts'
import { type ComparableRun, comparableRun } from './parity.ts'
import type { Prepared } from './prepare.ts'
import { interruptedBy, type RecordedRun, recordedRun } from './record.ts'
import { resultsOf } from './results.ts'
import { makeRunFolder, pointLatestTo, runFolder } from './run-folder.ts'
import { newRunId } from './version.ts'
import { rememberRun, writeRun } from './write.ts'

function interruptionText(reason: string): string {
  return `Interrupted (${reason}): nothing more is asked, and what was asked is judged and written now. Once more ends it at once.`
}

/**
 * Carries out a prepared run: ask, record, judge, gate, write. Each step runs once and hands its value on. The written plan is the plan
 * that is asked. Returns the folder, and the results as the folder holds them.
 */
export async function carryOut(prepared: Prepared, around: Around) {
  const { options, plan, common } = prepared
  const { interruption, output } = around
  const startedAt = new Date()
  const id = newRunId(startedAt)
  const directory = runFolder(options.out, id)
  const absent = absentBaseline(common.baselineDirectory)
  for (const line of present(...announcement(prepared), absent && `  ${absent}`)) output.line(line)
  interruption.signal.addEventListener('abort', () => output.line(interruptionText(interruption.reason() ?? '')))
  // A shard is no run of its own: `merge` adds the line of the whole run.
  const isRemembered = plan.shard === undefined
  if (isRemembered) expectToRemember(common.historyFile, prepared.target.name)
  // k6 before the folder: where k6 is not available, no empty folder is left.
  const k6 = await k6For(prepared, around)
  makeRunFolder(directory)
  const twin = prepared.twin === null ? {} : { twin: await askTwin(prepared.twin, directory, around) }
  const { run, results } = await runIn(prepared, { id, directory, startedAt, k6, ...around, ...twin })
  output.end()
  const settled = isRemembered ? rememberRun(directory, run, results, common.historyFile) : results
  pointLatestTo(directory)
  return { directory, results: settled }
}

interface RunPlace extends Omit<AskContext, 'record'> {
  readonly startedAt: Date
  readonly twin?: ComparableRun
}

/** Asks, records, judges and writes one prepared run. */
async function runIn(prepared: Prepared, place: RunPlace) {
  const { plan, scan } = prepared
  const { directory, interruption, output, twin } = place
  writeText(directory, 'plan.json', listsPieces({ schemaVersion: 1, ...plan }))
  const exchanges: Exchange[] = []
  const lines = lineFile(join(directory, 'exchanges.ndjson'), () =>
    interruption.interrupt('the recording cannot be written'),
  )
  const record = (exchange: Exchange) => {
    exchanges.push(exchange)
    lines.add(exchange)
    output.exchange(exchange)
  }
  const asked = await askAll(prepared, { ...place, record })
  await lines.end()
  output.stage('judging')
  collectGarbage()
  const recorded = recordedRun(prepared, asked, exchanges, { ...place, finishedAt: new Date() })
  const created = asked.contracts?.created
  if (created !== undefined && created.all.length > 0) writeJson(directory, 'created.json', created)
  const stayed = created === undefined ? null : leftLine(created.left, plan.cleanUps)
  if (stayed !== null) output.line(stayed)
  writeJson(directory, 'recording.json', recorded.recording)
  const judged = await judgedRun(twin === undefined ? recorded : { ...recorded, twin }, place)
  if (judged.run.recording !== recorded.recording) writeJson(directory, 'recording.json', judged.run.recording)
  return { run: judged.run, results: writeRun(directory, judged.run, judged.results, scan) }
}

/** Judges a run. The memory that only judging needs is free before the results are written. */
async function judgedRun(recorded: RecordedRun, { interruption, output }: Around) {
  const judged = judgeRun(recorded)
  output.stage('writing')
  collectGarbage()
  // Node hands on a signal between two turns of the event loop, and judging was one long turn.
  await setImmediate()
  await setImmediate()
  const run = interruptedBy(recorded, interruption)
  return { run, results: resultsOf(run, judged) }
}

/** Asks development the same before a cutover. Its run lies in `parity/` and never decides this one. */
async function askTwin(twin: Prepared, beside: string, around: Around): Promise<ComparableRun> {
  const { output, interruption } = around
  const directory = join(beside, 'parity')
  makeRunFolder(directory)
  const startedAt = new Date()
  const { results } = await runIn(twin, { id: newRunId(startedAt), directory, startedAt, k6: null, ...around })
  const { exitCode, outcome } = results.run
  if (exitCode === 2) output.line(`Nothing can be compared with development: ${outcome}`)
  if (!interruption.signal.aborted) output.line('now production')
  return comparableRun(results, twin.plan)
}
