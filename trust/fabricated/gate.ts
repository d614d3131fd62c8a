import type { GateInput } from '../../run/gate-input.ts'

/** The input of the gate for a run without any doubt, except findings and circumstances. */
export const certain: Omit<GateInput, 'findings' | 'circumstances'> = {
  known: null,
  differing: [],
  untold: [],
  dropped: [],
  leftUncompared: 0,
  notCompared: undefined,
  withoutBaseline: false,
  targetDoubt: null,
  onlyLimited: null,
  keyNotes: [],
  answerNotes: [],
  operations: { judged: 1, selected: 1, kept: 0 },
  load: null,
}

/** Load that shows nothing but that the target answers. */
export const calmLoad = { answers: 5, isLimitedThroughout: false, gone: null, notes: [] } as const
