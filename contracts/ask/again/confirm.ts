import { mayBeShedding } from '../../../evidence/exchange.ts'
import { toldMs } from '../../../evidence/told-wait.ts'
import { isByItself } from '../../outcome.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'
import type { Again } from './again.ts'

/** How often what was refused is asked again at the end, where an operation is served then. */
const rounds = 6

/** How often what is refused is asked again while nothing else is served either, and what is waited before. Milliseconds. */
const mostTurns = 4
const firstWaitMs = 1_000

/** So often in a row an operation is refused before it is blamed: one in a hundred by chance never is. */
const enough = 5
const betweenMs = 50

/** A product that was served and is refused as a whole may be limited: it is left alone for so long, then asked again. Milliseconds. */
const restsMs = [2_000, 8_000]

export interface Confirming extends Again {
  /** Its policy repeats nothing. */
  readonly stage: Stage
  /** What was refused with 502, 503 or 504 to the last repeat, since the last call. */
  readonly takeRefused: () => readonly Task[]
  /** @default a stage whose policy is the usual one */
  readonly askAgain: (tasks: readonly Task[], stage?: Stage) => Promise<void>
}

/** So many operations are asked in turn. */
const atOnce = 16

/** One request of an operation, which speaks for the others, and how often the operation was refused in a row. */
interface Doubt {
  readonly own: Task
  readonly others: readonly Task[]
  readonly refusals: number
  /** How long it is left alone before each of the last times. Milliseconds. */
  readonly rests: readonly number[]
}

export const subjectOf = ({ entry: { probe } }: Task) => probe.operation ?? probe.group ?? probe.path

/**
 * O5d: what is refused with 502, 503 or 504, again and again, is asked once more at the end, alone, when all is quiet, and right
 * after it something that was served before. Only where that is served is the refusal about the operation, and not about a limit
 * that answers so (O14), or a target that is not there any more. The others of operations that are served now are asked again.
 * Returns what is blamed.
 */
export async function confirmRefusals(confirming: Confirming): Promise<readonly Task[]> {
  const blamed: Task[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { again, others } = await tellApart(confirming.takeRefused(), confirming)
    // What was asked for the last time is not put aside once more.
    const own = confirming.takeRefused().filter(({ attempts }) => attempts.some(isByItself))
    blamed.push(...own, ...others)
    if (again.length === 0) break
    await confirming.askAgain(again)
  }
  return blamed
}

/** Beside the one request that spoke for its operation: those of operations that are served now, and those of operations that are blamed. */
async function tellApart(refused: readonly Task[], confirming: Confirming) {
  const { dispatcher, stage, served } = confirming
  const [again, blamed]: [Task[], Task[]] = [[], []]
  // Some in their turn, so that waits which are told pass together, and not all, so that some are told where time is short.
  const waiting = doubtsOf(refused, dispatcher)
  const doubts: Doubt[] = []
  const next = () => {
    doubts.push(...waiting.splice(0, atOnce - doubts.length))
    return doubts.shift()
  }
  let turn = 0
  for (let doubt = next(); doubt !== undefined && turn < mostTurns; doubt = next()) {
    const { own, rests } = doubt
    const [restMs = null, ...more] = rests
    const mayBeSent = (await dispatcher.release(own, stage.patience())) && !stage.isOver()
    const exchange = mayBeSent ? await dispatcher.send(own) : null
    if (exchange === null) break
    const told = toldMs(exchange) ?? 0
    const refusals = doubt.refusals + 1
    if (!mayBeShedding(exchange) || told > stage.policy(own).longestWaitMs) {
      dispatcher.conclude(own, exchange, stage)
      if (!mayBeShedding(exchange)) again.push(...doubt.others)
    } else if (refusals < enough) {
      doubts.push({ ...doubt, refusals, own: dispatcher.disregard(own, exchange, Math.max(told, betweenMs)) })
    } else if (restMs !== null && !(await served.isProductServing(own))) {
      doubts.push({ ...doubt, rests: more, own: dispatcher.disregard(own, exchange, Math.max(told, restMs)) })
    } else {
      const othersServed = await served.isServing(own)
      if (othersServed === null) {
        dispatcher.conclude(own, exchange, stage)
        break
      }
      if (othersServed) {
        dispatcher.conclude(own, { ...exchange, facts: { ...exchange.facts, othersServed } }, stage)
        blamed.push(...doubt.others)
      } else {
        const unsaid = { ...exchange, facts: { readiness: true } } as const
        doubts.unshift({ ...doubt, own: dispatcher.disregard(own, unsaid, Math.max(told, firstWaitMs * 2 ** turn)) })
        turn += 1
      }
    }
  }
  return { again, others: blamed }
}

function doubtsOf(refused: readonly Task[], dispatcher: Dispatcher): Doubt[] {
  return [...Map.groupBy(refused, subjectOf).values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const refusals = Math.max(dispatcher.refusalsInRow(first), first.attempts.filter(mayBeShedding).length)
    return [{ own: { ...first, alone: true, fresh: true, notBefore: 0 }, others, refusals, rests: restsMs }]
  })
}
