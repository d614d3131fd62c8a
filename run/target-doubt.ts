import { asksForPassword } from '../contracts/answer.ts'
import type { TurnedAway } from '../contracts/learning/turned-away.ts'
import { counted } from '../evidence/counted.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { wrongBase } from '../evidence/redirects.ts'
import type { JudgedRun } from './judge.ts'
import type { RecordedRun } from './record.ts'
import { strangerDoubt, strangerUnderLoad } from './stranger.ts'

const instant = (ms: number) => new Date(ms).toISOString()

/**
 * Why no answer of this target is to be trusted (O10): it is not the right service, or does not know the own key. The gravest reason, in
 * a sentence without its full stop, or null. Pure.
 */
export function targetDoubt(
  { plan, recording, exchanges }: RecordedRun,
  { contracts }: Pick<JudgedRun, 'contracts'>,
): string | null {
  const { hasKey, baseUrl } = plan.facts
  const { circumstances, load } = recording
  const { keyRefused, keyValid, turnedAway } = contracts.learned
  return (
    redirectedElsewhere(exchanges, baseUrl) ??
    (keyRefused === true && hasKey ? keyRefusedBy(exchanges) : null) ??
    everybodyTurnedAway(turnedAway) ??
    (keyValid.until === null
      ? null
      : `The own key was accepted until ${instant(keyValid.until)} and refused everywhere from then on: API_KEY was revoked or has expired, the wrong keys of this run have locked it, or a cache answers it with the refusals of others`) ??
    (keyValid.from === null
      ? null
      : `The own key was refused everywhere at first and accepted from ${instant(keyValid.from)} on: run again, now that API_KEY is known; if it comes again, a cache answers it with the refusals of others`) ??
    (circumstances.asksContracts ? strangerDoubt(contracts, hasKey) : strangerUnderLoad(load, exchanges))
  )
}

function redirectedElsewhere(exchanges: readonly Exchange[], baseUrl: string): string | null {
  const elsewhere = wrongBase(exchanges, baseUrl)
  return elsewhere === null
    ? null
    : `Every request is redirected (${elsewhere.status}) to ${elsewhere.location}: the base address is not that of the API`
}

function keyRefusedBy(exchanges: readonly Exchange[]): string {
  const refusals = exchanges.flatMap(({ response }) => (response?.status === 401 ? response : []))
  return refusals.length > 0 && refusals.every(asksForPassword)
    ? 'The own key was refused everywhere, by answers that ask for user and password (Basic): BASE_URL leads to a gateway in front of the service, or API_KEY is wrong for this target'
    : 'The own key was refused everywhere: API_KEY is wrong for this target, or the target refuses valid keys'
}

function everybodyTurnedAway([first, ...others]: readonly TurnedAway[]): string | null {
  if (first === undefined) return null
  const who = `Whoever asked${first.nobodyAlone === true ? ' without a key that is known' : ''}`
  const when = `from ${instant(first.from)} to ${instant(first.until)}${others.length === 0 ? '' : ` and ${counted(others.length, 'time')} more`}`
  return `${who} got ${first.status} ${when}: abuse protection or a firewall turned this address away, or the service was gone`
}
