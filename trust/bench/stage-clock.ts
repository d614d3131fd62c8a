/** Loaded before `suite.ts` (--import). Writes the start of each stage of a run into the file that BENCH_STAGES names. */
import { subscribe } from 'node:diagnostics_channel'
import { writeFileSync } from 'node:fs'
import process from 'node:process'

/** The start of a stage: milliseconds of time and of processor time since the process began. */
export interface StageBegun {
  readonly stage: string
  readonly ms: number
  readonly cpuMs: number
}

const begun: StageBegun[] = []
function note(stage: string): void {
  const { user, system } = process.cpuUsage()
  begun.push({ stage, ms: process.uptime() * 1000, cpuMs: (user + system) / 1000 })
}

subscribe('platform-api-suite.stage', (stage) => note(String(stage)))
process.on('exit', () => {
  note('end')
  writeFileSync(process.env['BENCH_STAGES'] ?? '/dev/null', JSON.stringify(begun))
})
