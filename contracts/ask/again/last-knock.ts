import type { ContractFacts, Exchange } from '../../../evidence/exchange.ts'
import { answerOf } from '../../answer.ts'
import { mostElsewhere } from '../../learning/spells.ts'
import { isRefusalOfKey, lookIn, lookOf, mayTurnAway, plainReads, wantingKey } from '../../look.ts'
import { isKeyless, type WithAnswer } from '../../outcome.ts'
import type { Again } from './again.ts'

type Credential = 'none' | 'eligible'

/**
 * O10: a key may be revoked, or an address turned away, during the last requests of a run. No later request would show this. So reads of
 * two products that want a key are asked once more without a key. Where they answer as usual, they are asked with the own key.
 */
export async function knockLast({ dispatcher, ledger, witnesses }: Again): Promise<void> {
  const { entries } = ledger
  const answered = [...ledger.outcomes.values()].filter((one): one is WithAnswer => one.kind === 'answer')
  const listed = answered.filter(({ probe }) => probe.operation !== null)
  const wanted = wantingKey(listed)
  const askAgain = async (usual: WithAnswer, factsOf?: (exchange: Exchange) => ContractFacts) => {
    const [task] = witnesses.taskOf(usual)
    return task === undefined || dispatcher.isHeld(task) ? null : witnesses.ask(task, factsOf)
  }
  /** §5.2: true where a client without a key gets a success, and the own key is answered as before: nobody is turned away then. */
  const isServed = async (look: string) => {
    const own = readsIn(listed, 'eligible').find(({ answer }) => lookOf(answer) !== look)
    if (own === undefined || !look.startsWith('2')) return false
    return lookIn(await askAgain(own)) === lookOf(own.answer)
  }
  const isTurned = async (credential: Credential) => {
    const [first, second] = usualOf({ listed, wanted }, credential, (probe) => entries.get(probe)?.product)
    if (first === undefined || second === undefined) return false
    const own = listed.filter(
      ({ probe }) => credential === 'none' || (probe.credential === credential && wanted.has(probe.operation)),
    )
    const ask = async (usual: WithAnswer, factsOf: (look: string) => ContractFacts) => {
      const lookNow = (exchange: Exchange) => turnedLook(exchange, usual)
      const exchange = await askAgain(usual, (one) => factsOf(lookNow(one) ?? ''))
      return exchange && lookNow(exchange)
    }
    const look = await ask(first, () => ({}))
    if (look === null || (credential === 'none' && isUsual(look, listed))) return false
    if (credential === 'none' && (await isServed(look))) return false
    const since = lastOtherwise(own, look)
    const facts: ContractFacts = credential === 'none' ? { awaySince: since } : { refusedSince: since }
    return (await ask(second, (now) => (now === look ? facts : {}))) === look
  }
  if (!(await isTurned('none'))) await isTurned('eligible')
}

/** The look of an answer that differs from the usual one, and by which somebody may be turned away; else null. */
function turnedLook(exchange: Exchange, usual: WithAnswer): string | null {
  const answer = answerOf(exchange)
  if (answer === null || !mayTurnAway(answer) || answer.status >= 500) return null
  // §5.2: without a key this refusal is right. Another replica, or another version, may write it in a form of its own.
  if (isKeyless(usual) && isRefusalOfKey(answer)) return null
  const look = lookOf(answer)
  return look === lookOf(usual.answer) ? null : look
}

/** §5.5: true where many probes without a key got this look before. One of two versions may hide operations so: nobody is turned away. */
function isUsual(look: string, listed: readonly WithAnswer[]): boolean {
  const keyless = listed.filter(isKeyless)
  const until = lastOtherwise(keyless, look)
  const before = keyless.filter(({ answer }) => answer.exchange.startedAt <= until)
  return before.filter(({ answer }) => lookOf(answer) === look).length > mostElsewhere * before.length
}

/** When the last probe was asked whose answer looked otherwise. Milliseconds since the epoch. */
const lastOtherwise = (answered: readonly WithAnswer[], look: string) =>
  Math.max(...answered.filter(({ answer }) => lookOf(answer) !== look).map(({ answer }) => answer.exchange.startedAt))

/** The plain reads with a credential, the last ones first. */
const readsIn = (listed: readonly WithAnswer[], credential: Credential) =>
  plainReads(listed.filter(({ probe }) => probe.credential === credential).toReversed())

/**
 * The usual answers of reads that want a key, one of each product: a refusal without the key, a success with it. A shown operation
 * comes first: while it answers as before, what others refuse is their own matter.
 */
function usualOf(
  { listed, wanted }: { readonly listed: readonly WithAnswer[]; readonly wanted: ReturnType<typeof wantingKey> },
  credential: Credential,
  productOf: (probe: string) => string | undefined,
): readonly WithAnswer[] {
  const keyed = (one: WithAnswer) => one.answer.status === 401
  const served = ({ probe, answer }: WithAnswer) => answer.status < 300 && wanted.has(probe.operation)
  const usual = readsIn(listed, credential).filter(credential === 'none' ? keyed : served)
  return [...Map.groupBy(usual, ({ probe }) => productOf(probe.id)).values()].flatMap(([one]) => one ?? [])
}
