import { baseline } from './baseline.ts'
import { catalog } from './catalog.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { demo } from './demo.ts'
import { exportCommand } from './export.ts'
import { known } from './known.ts'
import { merge } from './merge.ts'
import { parity } from './parity.ts'
import { rejudge } from './rejudge.ts'
import { replay } from './replay.ts'
import { report } from './report.ts'
import { run } from './run.ts'
import { serve } from './serve.ts'

/** Every command, in the order of the help. */
export const commands = {
  check,
  run,
  rejudge,
  report,
  merge,
  replay,
  known,
  baseline,
  parity,
  catalog,
  export: exportCommand,
  serve,
  demo,
} as const satisfies Readonly<Record<string, Command>>

export type CommandName = keyof typeof commands
