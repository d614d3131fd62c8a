import type { Exchange } from '../../../evidence/exchange.ts'
import { answerOf, succeeded } from '../../answer.ts'
import { type Spell, spellsOf } from '../../learning/spells.ts'
import { askerOf, isRefusalOfKey, lookIn, lookOf } from '../../look.ts'
import type { Outcome, WithAnswer } from '../../outcome.ts'
import type { Entry } from '../../plan.ts'
import { needsPermission } from '../../policy.ts'
import type { Task } from '../queue.ts'
import type { Stage } from '../stage.ts'
import type { Again } from './again.ts'

/** How many probes are asked between two checks whether the spell is back. */
const atOnce = 10

/** The rests in which a spell that lasts is waited out. Milliseconds. */
const restsMs = [1_000, 4_000]

/** After all rests, asking again ends after so many groups of probes in a row that met the spell. */
const mostAway = 3

/** The most rounds. Each asks what spells had left out, and that may meet another spell. */
const mostRounds = 5

/** How a phase is asked again. */
export interface Looking extends Again {
  /** The phase whose entries may be asked again: after session operations, no entry from before them. */
  readonly phase: Entry['phase']
  readonly stage: Stage
  readonly askAgain: (tasks: readonly Task[]) => Promise<void>
}

/**
 * O10: asks again what was answered in a spell, once the spell is over, and what was left out because of it. The new answers are judged.
 * After every few probes, two usual questions show whether the spell is back: one with the own key, one without, both answered otherwise
 * before. If it is back, the few are asked again. Where the first few probes all get their old answer, it is the deployment's own, and no
 * spell.
 */
export async function lookAgain(looking: Looking): Promise<void> {
  const { phase, ledger, operations } = looking
  const { entries } = ledger
  const isGrave = needsPermission(operations)
  const [rests, own] = [[...restsMs], new Set<string>()]
  // What may delete or pay is not sent again where it succeeded.
  const mayBeAsked = ({ probe, answer }: WithAnswer) =>
    entries.get(probe.id)?.phase === phase && !(succeeded(answer) && isGrave(probe))
  for (let round = 0; round < mostRounds && !looking.stage.isOver(); round += 1) {
    const found = spellsOf(ledger.outcomes.values(), (probe) => entries.get(probe)?.product)
      .map((spell) => ({ ...spell, meanwhile: spell.meanwhile.filter(mayBeAsked) }))
      .filter((spell) => spell.meanwhile.length > 0 && !own.has(nameOf(spell)))
    // A spell of one product may only be its part of a spell of all.
    const ofAll = found.filter(({ product }) => product === null)
    const spells = ofAll.length > 0 ? ofAll : found
    if (spells.length === 0) return
    const looks = new Set(spells.map(({ look }) => look))
    const asked = spells.map((spell) => ({ ...looking, spell, looks, rests, usual: usualOf(looks, looking, spell) }))
    for (const asking of asked) if (asking.spell.isOpen && !(await isOver(asking))) return
    for (const asking of asked) {
      const said = await askSpell(asking)
      if (said === 'away') return
      if (said === 'own') own.add(nameOf(asking.spell))
    }
    await looking.askMissed(phase)
  }
}

/** A look may be the own answer of one product and a spell of another: the name holds both. */
const nameOf = ({ look, product }: Spell) => `${product} ${look}`

interface AskingAgain extends Looking {
  readonly spell: Spell
  /** The looks of all spells: while one is asked again another may come. */
  readonly looks: ReadonlySet<string>
  /** The usual questions: they show whether the spell is back. */
  readonly usual: readonly Task[]
  /** The rests that are left. Milliseconds. */
  readonly rests: number[]
}

/** What asking again told: the answer is the deployment's own, the spell is over, or it is not after all rests. */
type Said = 'own' | 'asked' | 'away'

/** Asks all probes of a spell again. */
async function askSpell(asking: AskingAgain): Promise<Said> {
  const { spell, stage } = asking
  const probes = inOrder(spell)
  let away = 0
  for (let from = 0; from < probes.length && !stage.isOver(); from += atOnce) {
    const said = await askGroup(probes.slice(from, from + atOnce), asking)
    if (from === 0 && said === 'own') return 'own'
    away = said === 'away' ? away + 1 : 0
    if (away >= mostAway && (await isAway(asking))) return 'away'
  }
  return 'asked'
}

/** The probes of a spell. The first few of its rows speak for all; among the rest, an equal answer may be right. */
function inOrder({ rows, meanwhile }: Spell): readonly string[] {
  const shown = new Set(rows.flat())
  const own = meanwhile.filter((one) => shown.has(one))
  const step = Math.ceil(own.length / atOnce)
  const spread = Array.from({ length: step }, (_, first) => own.filter((_one, nth) => nth % step === first)).flat()
  return [...spread, ...meanwhile.filter((one) => !shown.has(one))].map(({ probe }) => probe.id)
}

/** Asks probes until the spell is over, or all rests are: then `away`. `own` where all probes got the look again. */
async function askGroup(probes: readonly string[], asking: AskingAgain): Promise<Said> {
  const { clock, askAgain, ledger, spell, looks, rests, witnesses } = asking
  const outcomes = () => probes.flatMap((id) => ledger.outcome(id) ?? [])
  const lookNow = (one: Outcome) => (one.kind === 'answer' ? lookOf(one.answer) : '')
  const alike = () => outcomes().filter((one) => looks.has(lookNow(one)))
  for (let waitMs: number | undefined = 0; waitMs !== undefined; waitMs = rests.shift()) {
    const [since, notBefore] = [clock.now(), clock.monotonic() + waitMs]
    await askAgain(alike().flatMap((one) => witnesses.taskOf(one).map((task) => ({ ...task, notBefore }))))
    const isGone = !(await isAway(asking, 0, since))
    if (isGone || alike().length === 0) return outcomes().every((one) => lookNow(one) === spell.look) ? 'own' : 'asked'
  }
  return 'away'
}

/** Waits for the end of a spell that lasted to the last answer. False where it is not over after all rests. */
async function isOver(asking: AskingAgain): Promise<boolean> {
  for (let waitMs: number | undefined = 0; waitMs !== undefined; waitMs = asking.rests.shift()) {
    if (!(await isAway(asking, waitMs))) return true
  }
  return false
}

/** True where a usual question gets the look of a spell now, or cannot be asked. `since`: when such answers began. */
async function isAway(asking: AskingAgain, waitMs = 0, since = asking.spell.since): Promise<boolean> {
  const { clock, dispatcher, stage, witnesses, looks, usual, spell } = asking
  const notBefore = clock.monotonic() + waitMs
  let isOwnServed = false
  // The own key is asked first.
  for (const witness of usual) {
    // §5.2: the 401 that a client without a key is owed tells nothing, where the own key gets another answer.
    const isAlike = (exchange: Exchange) =>
      looks.has(lookIn(exchange) ?? '') && !(isOwnServed && isOwed(witness, exchange))
    // A question that a limit holds for too long tells nothing: the spell may be back.
    if (!(await dispatcher.release({ ...witness, notBefore }, stage))) return true
    // A spell of one product does not spoil the run: its answers are judged and reported.
    const facts = spell.product === null ? { awaySince: since } : { goneSince: since }
    const exchange = await witnesses.ask(witness, (one) => (isAlike(one) ? facts : {}))
    if (exchange !== null && isAlike(exchange)) return true
    isOwnServed ||= exchange !== null && askerOf(witness.entry.probe) === 'own'
  }
  return false
}

/** True for the refusal that who has no known key is owed, whatever came before: others may be served. */
function isOwed({ entry }: Task, exchange: Exchange): boolean {
  const answer = answerOf(exchange)
  return askerOf(entry.probe) === 'nobody' && answer !== null && isRefusalOfKey(answer)
}

/** One read with the own key and one without, of the spell's product if it has one: their answers looked otherwise than any spell. */
function usualOf(looks: ReadonlySet<string>, { ledger, witnesses }: Looking, { product }: Spell): readonly Task[] {
  const usual = [...ledger.outcomes.values()].filter(
    (one) =>
      one.kind === 'answer' &&
      one.probe.operation !== null &&
      (product === null || ledger.entries.get(one.probe.id)?.product === product) &&
      one.probe.method === 'GET' &&
      one.probe.purpose === 'plain' &&
      !looks.has(lookOf(one.answer)),
  )
  return (['own', 'nobody'] as const).flatMap((asker) => {
    const first = usual.find(({ probe }) => askerOf(probe) === asker)
    return first === undefined ? [] : witnesses.taskOf(first)
  })
}
