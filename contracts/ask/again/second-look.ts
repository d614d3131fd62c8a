import type { Exchange } from '../../../evidence/exchange.ts'
import { answerOf } from '../../answer.ts'
import { askerOf, closeLookOf } from '../../look.ts'
import type { Outcome, WithAnswer } from '../../outcome.ts'
import type { Entry } from '../../plan.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'
import type { Again } from './again.ts'
import { type Spell, spellsOf } from './spells.ts'

/** How many probes are asked between two checks whether the spell is back. */
const atOnce = 10

/** The rests in which a spell that lasts is waited out. Milliseconds. */
const restsMs = [1_000, 4_000]

/** After all rests, asking again ends after so many groups of probes in a row that met the spell. */
const mostAway = 3

/** The most rounds. Each asks what spells had left out, and that may meet another spell. */
const mostRounds = 5

interface Looking extends Again {
  /** The phase whose entries may be asked again: after session operations, no entry from before them. */
  readonly phase: Entry['phase']
  readonly stage: Stage
  readonly drain: () => Promise<void>
  /** Sends the entries that were turned down but are wanted now. */
  readonly askMissed: () => Promise<void>
}

/**
 * O10: asks again what was answered in a spell, once the spell is over, and what was left out because of it. The new answers are judged.
 * After every few probes, two usual questions show whether the spell is back: one with the own key, one without, both answered otherwise
 * before. If it is back, the few are asked again. Where the first few probes all get their old answer, it is the deployment's own, and no
 * spell.
 */
export async function lookAgain(looking: Looking): Promise<void> {
  const { phase, ledger } = looking
  const { entries } = ledger
  const [rests, own] = [[...restsMs], new Set<string>()]
  const isOfPhase = ({ probe }: WithAnswer) => entries.get(probe.id)?.phase === phase
  for (let round = 0; round < mostRounds && !looking.stage.isOver(); round += 1) {
    const found = spellsOf(ledger.outcomes.values(), (probe) => entries.get(probe)?.product)
      .map((spell) => ({ ...spell, shown: spell.shown.filter(isOfPhase), beside: spell.beside.filter(isOfPhase) }))
      .filter((spell) => spell.shown.length > 0 && !own.has(nameOf(spell)))
    // A spell of one product may only be its part of a spell of all.
    const ofAll = found.filter(({ product }) => product === null)
    const spells = ofAll.length > 0 ? ofAll : found
    const looks = new Set(spells.map(({ look }) => look))
    if (spells.length === 0) return
    if (!(await askSpells(spells, { ...looking, looks, own, rests }))) return
    await looking.askMissed()
  }
}

/** A look may be the own answer of one product and a spell of another: the name holds both. */
const nameOf = ({ look, product }: Spell) => `${product} ${look}`

/** Asks the probes of all spells again. False where a spell is not over after all rests. */
async function askSpells(
  spells: readonly Spell[],
  all: Omit<AskingAgain, 'usual' | 'look' | 'product'>,
): Promise<boolean> {
  const asked = spells.map((spell) => {
    const { look, product } = spell
    return { spell, asking: { ...all, look, product, usual: usualOf(all.looks, all, product) } }
  })
  for (const { spell, asking } of asked) {
    if (spell.isOpen && !(await isOver(spell.since, asking))) return false
  }
  let away = 0
  for (const { spell, asking } of asked) {
    const { shown, beside, since } = spell
    const probes = [...spread(shown), ...beside].map(({ probe }) => probe.id)
    for (let from = 0; from < probes.length && !asking.stage.isOver(); from += atOnce) {
      const said = await askAgain(probes.slice(from, from + atOnce), asking)
      away = said === 'away' ? away + 1 : 0
      if (away >= mostAway && (await isAway(since, asking))) return false
      if (from > 0 || said !== 'own') continue
      asking.own.add(nameOf(spell))
      break
    }
  }
  return true
}

/** Takes every n-th first, so that the first few speak for all. */
function spread<One>(all: readonly One[]): readonly One[] {
  const step = Math.ceil(all.length / atOnce)
  return Array.from({ length: step }, (_, first) => all.filter((_one, nth) => nth % step === first)).flat()
}

interface AskingAgain extends Looking {
  /** The looks of all spells: while one is asked again another may come. */
  readonly looks: ReadonlySet<string>
  /** The names of looks that turned out to be the deployment's own answers. */
  readonly own: Set<string>
  /** Look and product of the spell that is asked again; null for a spell of all. */
  readonly look: string
  readonly product: string | null
  /** The usual questions: they show whether the spell is back. */
  readonly usual: readonly Task[]
  /** The rests that are left. Milliseconds. */
  readonly rests: number[]
}

/** Asks probes until the spell is over, or all rests are: then `away`. `own` where all probes got the look again. */
async function askAgain(probes: readonly string[], asking: AskingAgain): Promise<'own' | 'asked' | 'away'> {
  const { clock, stage, drain, ledger, look, looks, rests, witnesses } = asking
  const outcomes = () => probes.flatMap((id) => ledger.outcome(id) ?? [])
  const lookOf = (one: Outcome) => (one.kind === 'answer' ? closeLookOf(one.answer) : '')
  const alike = () => outcomes().filter((one) => looks.has(lookOf(one)))
  for (let waitMs: number | undefined = 0; waitMs !== undefined; waitMs = rests.shift()) {
    const [since, notBefore] = [clock.now(), clock.monotonic() + waitMs]
    for (const task of alike().flatMap((one) => witnesses.taskOf(one))) stage.queue.putBack({ ...task, notBefore })
    await drain()
    const isOver = !(await isAway(since, asking))
    if (isOver || alike().length === 0) return outcomes().every((one) => lookOf(one) === look) ? 'own' : 'asked'
  }
  return 'away'
}

/** Waits for the end of a spell that lasted to the last answer. False where it is not over after all rests. */
async function isOver(since: number, asking: AskingAgain): Promise<boolean> {
  for (let waitMs: number | undefined = 0; waitMs !== undefined; waitMs = asking.rests.shift()) {
    if (!(await isAway(since, asking, waitMs))) return true
  }
  return false
}

/** True where a usual question gets the look of a spell now, or cannot be asked. */
async function isAway(since: number, asking: AskingAgain, waitMs = 0): Promise<boolean> {
  const { clock, dispatcher, stage, witnesses, looks, usual, product } = asking
  const notBefore = clock.monotonic() + waitMs
  const isAlike = (exchange: Exchange) => {
    const answer = answerOf(exchange)
    return answer !== null && looks.has(closeLookOf(answer))
  }
  for (const witness of usual) {
    // A question that a limit holds for too long tells nothing: the spell may be back.
    if (!(await dispatcher.release({ ...witness, notBefore }, stage.patience()))) return true
    // A spell of one product does not spoil the run: its answers are judged and reported.
    const facts = product === null ? { awaySince: since } : { goneSince: since }
    const exchange = await witnesses.ask(witness, (one) => (isAlike(one) ? facts : {}))
    if (exchange !== null && isAlike(exchange)) return true
  }
  return false
}

/** One read with the own key and one without, of `product` if not null: their answers looked otherwise than any spell. */
function usualOf(looks: ReadonlySet<string>, { ledger, witnesses }: Looking, product: string | null): readonly Task[] {
  const usual = [...ledger.outcomes.values()].filter(
    (one) =>
      one.kind === 'answer' &&
      one.probe.operation !== null &&
      (product === null || ledger.entries.get(one.probe.id)?.product === product) &&
      one.probe.method === 'GET' &&
      one.probe.purpose === 'plain' &&
      !looks.has(closeLookOf(one.answer)),
  )
  return (['own', 'nobody'] as const).flatMap((asker) => {
    const first = usual.find(({ probe }) => askerOf(probe) === asker)
    return first === undefined ? [] : witnesses.taskOf(first)
  })
}
