import type { Command } from './command.ts'

/** All commands in the order of the help, loaded when called: a run needs no reference service and no faults. */
export const commands = {
  check: async () => (await import('./check.ts')).check,
  run: async () => (await import('./run.ts')).run,
  rejudge: async () => (await import('./rejudge.ts')).rejudge,
  report: async () => (await import('./report.ts')).report,
  merge: async () => (await import('./merge.ts')).merge,
  replay: async () => (await import('./replay.ts')).replay,
  known: async () => (await import('./known.ts')).known,
  baseline: async () => (await import('./baseline.ts')).baseline,
  parity: async () => (await import('./parity.ts')).parity,
  catalog: async () => (await import('./catalog.ts')).catalog,
  export: async () => (await import('./export.ts')).exportCommand,
  serve: async () => (await import('./serve.ts')).serve,
  demo: async () => (await import('./demo.ts')).demo,
} as const satisfies Readonly<Record<string, () => Promise<Command>>>

export type CommandName = keyof typeof commands
