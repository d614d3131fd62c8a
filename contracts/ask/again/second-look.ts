import type { Exchange } from '../../../evidence/exchange.ts'
import { answerOf } from '../../answer.ts'
import { askerOf, closeLookOf } from '../../look.ts'
import type { Entry } from '../../plan.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'
import type { Again } from './again.ts'
import { type Spell, spellsOf } from './spells.ts'

/** So many are asked between two looks at whether all is as usual. */
const atOnce = 10

/** How long a spell that comes again is waited out, the first time and the second. Milliseconds. */
const restsMs = [1_000, 4_000]

/** So often in a row what was asked again was nobody's answer, after all rests: then it is given up. */
const mostAway = 3

/** What was left out because of a spell is asked in the end, and may meet another. */
const mostRounds = 5

interface Looking extends Again {
  /** Of which entries may be asked again: after session operations nothing of what came before them. */
  readonly phase: Entry['phase']
  readonly stage: Stage
  readonly drain: () => Promise<void>
  /** Sends what was left out and is wanted after all. */
  readonly askMissed: () => Promise<void>
}

/**
 * O10: what was answered in a spell is asked again when that is over, and judged by what it answers then, and so is what was left out
 * because of it. After every few, one question with the own key and one without, that were answered otherwise before, tell whether the
 * spell has come again: what was asked then was nobody's answer. Where the first few say again what they said, that is what this
 * deployment says.
 */
export async function lookAgain(looking: Looking): Promise<void> {
  const { phase, ledger } = looking
  const { entries } = ledger
  const [rests, own] = [[...restsMs], new Set<string>()]
  for (let round = 0; round < mostRounds && !looking.stage.isOver(); round += 1) {
    const found = spellsOf(ledger.outcomes.values(), (probe) => entries.get(probe)?.product)
      .map((spell) => ({
        ...spell,
        answered: spell.answered.filter(({ probe }) => entries.get(probe.id)?.phase === phase),
      }))
      .filter((spell) => spell.answered.length > 0 && !own.has(nameOf(spell)))
    // What all got may be no more than one product's share of it.
    const ofAll = found.filter(({ product }) => product === null)
    const spells = ofAll.length > 0 ? ofAll : found
    const looks = new Set(spells.map(({ look }) => look))
    if (spells.length === 0) return
    if (!(await askSpells(spells, { ...looking, looks, own, rests }))) return
    await looking.askMissed()
  }
}

/** One look may be what one product says, and a spell of another. */
const nameOf = ({ look, product }: Spell) => `${product} ${look}`

/** False where a spell is not over, and there was patience enough. */
async function askSpells(spells: readonly Spell[], all: Omit<AskingAgain, 'usual' | 'product'>): Promise<boolean> {
  const asked = spells.map((spell) => {
    const { product } = spell
    return { spell, asking: { ...all, product, usual: usualOf(all.looks, all, product) } }
  })
  for (const { spell, asking } of asked) {
    if (spell.isOpen && !(await isOver(spell.since, asking))) return false
  }
  let away = 0
  for (const { spell, asking } of asked) {
    const { answered, since } = spell
    const probes = spread(answered.map(({ probe }) => probe.id))
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

/** Every so manieth first, so that the first few speak for the whole. */
function spread(probes: readonly string[]): readonly string[] {
  const step = Math.ceil(probes.length / atOnce)
  return Array.from({ length: step }, (_, first) => probes.filter((_probe, nth) => nth % step === first)).flat()
}

interface AskingAgain extends Looking {
  /** Those of all spells: while one is asked again another may come. */
  readonly looks: ReadonlySet<string>
  /** Those that turned out to be what the deployment says. */
  readonly own: Set<string>
  /** The one that is asked again, or null. */
  readonly product: string | null
  /** What tells whether all is as usual. */
  readonly usual: readonly Task[]
  /** What is left of the waits. */
  readonly rests: number[]
}

/** Asks until the spell is over, or there was patience enough: it is away then. `own` where all say again what they said. */
async function askAgain(probes: readonly string[], asking: AskingAgain): Promise<'own' | 'asked' | 'away'> {
  const { clock, stage, drain, ledger, looks, rests, witnesses } = asking
  const alike = () =>
    probes.flatMap((id) => {
      const found = ledger.outcome(id)
      return found?.kind === 'answer' && looks.has(closeLookOf(found.answer)) ? [found] : []
    })
  for (let waitMs: number | undefined = 0; waitMs !== undefined; waitMs = rests.shift()) {
    const [since, notBefore] = [clock.now(), clock.monotonic() + waitMs]
    for (const task of alike().flatMap((one) => witnesses.taskOf(one))) stage.queue.putBack({ ...task, notBefore })
    await drain()
    const isOver = !(await isAway(since, asking))
    const still = alike().length
    if (isOver || still === 0) return still === probes.length ? 'own' : 'asked'
  }
  return 'away'
}

/** Waits for the end of a spell that lasted to the last answer: false where there was not patience enough. */
async function isOver(since: number, asking: AskingAgain): Promise<boolean> {
  for (let waitMs: number | undefined = 0; waitMs !== undefined; waitMs = asking.rests.shift()) {
    if (!(await isAway(since, asking, waitMs))) return true
  }
  return false
}

/** True where one of the usual questions gets now what everybody got in a spell. */
async function isAway(since: number, asking: AskingAgain, waitMs = 0): Promise<boolean> {
  const { clock, dispatcher, stage, witnesses, looks, usual, product } = asking
  const notBefore = clock.monotonic() + waitMs
  const isAlike = (exchange: Exchange) => {
    const answer = answerOf(exchange)
    return answer !== null && looks.has(closeLookOf(answer))
  }
  for (const witness of usual) {
    // What a limit holds for longer than is waited tells nothing: it may be away for all that is known.
    if (!(await dispatcher.release({ ...witness, notBefore }, stage.patience()))) return true
    // What one product alone says spoils no run: it is judged, and told.
    const facts = product === null ? { awaySince: since } : { goneSince: since }
    const exchange = await witnesses.ask(witness, (one) => (isAlike(one) ? facts : {}))
    if (exchange !== null && isAlike(exchange)) return true
  }
  return false
}

/** One question with the own key and one without, of that product if of one, that changes nothing and was answered otherwise. */
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
