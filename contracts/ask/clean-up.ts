import type { Exchange } from '../../evidence/exchange.ts'
import { messageOf } from '../../evidence/judgement.ts'
import { filled } from '../../fixtures/catalog/routes.ts'
import { objectOf, withTexts } from '../../fixtures/json.ts'
import { answerOf, succeeded } from '../answer.ts'
import type { Entry, Plan, PlannedCleanUp } from '../plan.ts'
import { type Probe, writtenOtherwiseGroup } from '../probe.ts'
import type { Dispatcher } from './dispatcher.ts'
import { Queue } from './queue.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** How long the clean-up may take beyond the longest duration of a run. Milliseconds. */
export const cleanUpMs = 15_000

/** A resource that this run created: the operation that created it, and its identifier. */
export interface Created {
  readonly operation: string
  readonly id: string
}

/** A resource that is still there, and why. */
export interface Left extends Created {
  readonly why: string
}

/** A created resource, the entry that undoes it, and why it is still there; null once it is gone. */
interface Undoing {
  readonly created: Created
  readonly entry: Entry | null
  why: string | null
}

/** How the clean-up retries, and when it ends. */
interface UndoingRules {
  readonly retry: RetryPolicy
  /** Milliseconds of the monotonic clock. */
  readonly deadline: number
  readonly isOver: () => boolean
}

/** The clean-up ends after so many requests in a row without an answer. */
const mostUnanswered = 2

/** What a run created. Undoes it where a clean-up is declared (docs/policy.md). */
export class Creations {
  readonly #cleanUps: readonly PlannedCleanUp[]
  /** The operations that create, by their ids and by the groups of their paths written otherwise. */
  readonly #creating: ReadonlyMap<string, string>
  readonly #made = new Map<string, Created>()

  constructor({ cleanUps, operations }: Plan) {
    this.#cleanUps = cleanUps
    const called = operations.filter(({ path }) => /\/create[^/]*$/.test(path)).map(({ id }): string => id)
    const creating = [...called, ...cleanUps.map(({ undoes }): string => undoes)]
    this.#creating = new Map(
      creating.flatMap((id) => [id, writtenOtherwiseGroup(id)].map((name) => [name, id] as const)),
    )
  }

  /** Takes note of a created resource: an operation that creates answered with a success and an identifier. */
  note(exchange: Exchange, { group }: Pick<Probe, 'group'>): void {
    const operation = this.#creating.get(exchange.operation ?? group ?? '')
    if (operation === undefined) return
    const answer = answerOf(exchange)
    const id = answer !== null && succeeded(answer) ? idIn(answer.json) : null
    if (id !== null) this.#made.set(`${operation} ${id}`, { operation, id })
  }

  /** All created resources, each once. */
  get all(): readonly Created[] {
    return [...this.#made.values()]
  }

  /** All created resources as left, for one reason: nothing is undone. */
  left(why: string): readonly Left[] {
    return this.all.map((one) => ({ ...one, why }))
  }

  /** Sends each declared clean-up that is not barred. Returns what is still there. */
  async undo(dispatcher: Dispatcher, { retry, deadline, isOver }: UndoingRules): Promise<readonly Left[]> {
    const undoings = [...this.#made.values()].map((created, index) => this.#undoingOf(created, index))
    const byProbe = new Map(undoings.map((undoing) => [undoing.entry?.probe.id, undoing]))
    let unanswered = 0
    await dispatcher.drain({
      queue: new Queue(
        undoings.flatMap(({ entry }) => entry ?? []),
        { isSettled: () => false, isWanted: () => true },
      ),
      isOver: () => isOver() || unanswered >= mostUnanswered,
      patience: () => deadline,
      policy: () => ({ ...retry, repeats: 1 }),
      attempted: ({ entry }, exchange) => {
        unanswered = exchange.response === null ? unanswered + 1 : 0
        const undoing = byProbe.get(entry.probe.id)
        if (undoing !== undefined) undoing.why = whyLeft(exchange)
      },
      settled: () => {},
    })
    return undoings.flatMap(({ created, why }) => (why === null ? [] : [{ ...created, why }]))
  }

  #undoingOf(created: Created, index: number): Undoing {
    const cleanUp = this.#cleanUps.find(({ undoes }) => undoes === created.operation)
    if (cleanUp === undefined) return { created, entry: null, why: 'no clean-up is declared for it' }
    if (cleanUp.barred !== null) return { created, entry: null, why: messageOf(cleanUp.barred) }
    return { created, entry: undoingEntry(cleanUp, created, index + 1), why: 'there was no time to undo it' }
  }
}

/** Why a resource is left after its clean-up was sent; null where the clean-up succeeded. */
function whyLeft(exchange: Exchange): string | null {
  const answer = answerOf(exchange)
  if (answer === null) return 'its clean-up was not answered'
  return succeeded(answer) ? null : `its clean-up was answered with ${answer.status}`
}

function idIn(json: unknown): string | null {
  const id = objectOf(objectOf(json)?.['data'])?.['id']
  return typeof id === 'string' && id !== '' ? id : null
}

/** The entry that undoes one creation: the planned probe with the identifier in it. Its id begins with the planned id. */
function undoingEntry({ probe, product }: PlannedCleanUp, { id }: Created, nth: number): Entry {
  const { body, path } = probe
  return {
    probe: {
      ...probe,
      id: `${probe.id}-${nth}`,
      path: filled(path, () => encodeURIComponent(id)),
      body: { ...body, declared: withTexts(body.declared, (text) => text.replaceAll('{id}', id)) },
    },
    product,
    when: null,
    otherwise: null,
    barred: null,
    phase: 'main',
  }
}
