import type { Operation } from '../../../fixtures/catalog/operation.ts'
import type { Entry } from '../../plan.ts'
import type { AskClock } from '../clock.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Ledger } from '../ledger.ts'
import type { ServedBefore } from './served-before.ts'
import type { WitnessSender } from './witness-sender.ts'

/** What every way of asking again needs. */
export interface Again {
  readonly operations: readonly Operation[]
  readonly clock: AskClock
  readonly dispatcher: Dispatcher
  readonly ledger: Ledger
  readonly served: ServedBefore
  readonly witnesses: WitnessSender
  /** Asks what was turned down in a phase, and is wanted now. */
  readonly askMissed: (phase: Entry['phase']) => Promise<void>
}
