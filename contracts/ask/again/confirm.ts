import { mayBeShedding } from '../../../evidence/exchange.ts'
import { toldMs } from '../../../evidence/told-wait.ts'
import { isByItself } from '../../outcome.ts'
import type { Dispatcher } from '../dispatcher.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'
import type { Again } from './again.ts'

/** The most rounds at the end. Another round follows where an operation is served again. */
const rounds = 6

/** How often a refused operation is asked again while no other is served either, and the first wait, doubled each time. Milliseconds. */
const mostTurns = 4
const firstWaitMs = 1_000

/** An operation is blamed after so many refusals in a row: refusals by chance, one in a hundred, never come so. */
const enough = 5
const betweenMs = 50

/** A product that was served and is refused as a whole may be limited: it is asked again after each of these rests. Milliseconds. */
const restsMs = [2_000, 8_000]

export interface Confirming extends Again {
  /** A stage whose policy repeats nothing. */
  readonly stage: Stage
  /** Takes the tasks that were refused with 502, 503 or 504 to the last repeat, since the last call. */
  readonly takeRefused: () => readonly Task[]
  /** Asks tasks again, by the usual policy unless `stage` has its own. @default a stage with the usual policy */
  readonly askAgain: (tasks: readonly Task[], stage?: Stage) => Promise<void>
}

/** How many operations are asked by turns. */
const atOnce = 16

/** One task of a refused operation, which speaks for its others, and how often the operation was refused in a row. */
interface Doubt {
  readonly own: Task
  readonly others: readonly Task[]
  readonly refusals: number
  /** The rests that are left. Milliseconds. */
  readonly rests: readonly number[]
}

export const subjectOf = ({ entry: { probe } }: Task) => probe.operation ?? probe.group ?? probe.path

/**
 * O5d: asks each operation that refuses with 502, 503 or 504 again at the end, alone. Right after it, asks another operation that was
 * served before. Only if the other is served, the refusal is about the operation. Else a limit may answer so (O14), or the target may be
 * gone. Where the refused operation is served now, its other tasks are asked again.
 * Returns the tasks of operations that are blamed.
 */
export async function confirmRefusals(confirming: Confirming): Promise<readonly Task[]> {
  const blamed: Task[] = []
  for (let round = 0; round < rounds; round += 1) {
    const { again, others } = await tellApart(confirming.takeRefused(), confirming)
    // The tasks concluded just now are not asked in another round.
    const own = confirming.takeRefused().filter(({ attempts }) => attempts.some(isByItself))
    blamed.push(...own, ...others)
    if (again.length === 0) break
    await confirming.askAgain(again)
  }
  return blamed
}

/** Asks one task of each refused operation. Returns the others: `again` of operations that are served now, `others` of blamed ones. */
async function tellApart(refused: readonly Task[], confirming: Confirming) {
  const { dispatcher, stage, served } = confirming
  const [again, blamed]: [Task[], Task[]] = [[], []]
  // Several by turns, so that told waits pass together. Not all, so that some are decided where time is short.
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
    const exchange = (await dispatcher.release(own, stage)) ? await dispatcher.send(own) : null
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
