import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import { type Answer, saysGone } from '../answer.ts'
import type { AnsweredQuestion } from '../check.ts'
import { credentials } from '../credentials.ts'
import { namedBy } from '../error-code.ts'
import { isKeyed, isKeyless, type Outcome, type WithAnswer } from '../outcome.ts'

/** So many other operations show that it is no operation's own. */
const fewestOthers = 3

const is401 = ({ status }: Answer) => status === 401

/** True for a refusal as a page that is not about a missing key or route: a captcha, or another word of what stands in front. */
const isPage = (answer: Answer): boolean =>
  answer.mediaType === 'text/html' && answer.status >= 400 && !is401(answer) && !saysGone(answer)

/** True for a page, or a 403 without a documented code, which a captcha is for a client that wants JSON. */
const isWall = (answer: Answer): boolean => isPage(answer) || (answer.status === 403 && namedBy(answer).length === 0)
const got = (one: Outcome, isIt: (answer: Answer) => boolean) => one.kind === 'answer' && isIt(one.answer)
const isUnread = ({ probe }: Outcome) => cannotBeValid(probe.body)
const isWallToOwn = (one: Outcome) => isKeyed(one) && got(one, isWall)
const isWrong = ({ probe }: Outcome) => credentials[probe.credential].kind === 'invalid'

/** True where the very same wrong key met a wall one time and got 401 another. */
const isRefusedBothWays = (seen: readonly Outcome[]): boolean =>
  [...Map.groupBy(seen.filter(isWrong), ({ probe }) => probe.credential).values()].some(
    (alike) => alike.some((one) => got(one, isWall)) && alike.some((one) => got(one, is401)),
  )

/**
 * O2b: true for a captcha, which some requests get by chance. A page is one where the very same request got 401 besides. Or where three other
 * operations gave a page to a client without a key, this product refuses wrong keys with 401 more often than so, and one of the three is of
 * this product, or three others refused one wrong key both ways. A 403 in JSON may be owed to the key, so it needs three others in two
 * products, and the same key both ways.
 */
export function isCaptcha({ probe, answer }: WithAnswer, { operation, outcomes, others }: AnsweredQuestion): boolean {
  if (!isWall(answer)) return false
  const nobody = others
    .filter(({ seen }) => !seen.some(isWallToOwn))
    .map((other) => ({ prefix: other.operation.prefix, seen: other.seen.filter(isKeyless) }))
  // A firewall refuses a body that is no JSON each time, which is no chance.
  const unread = nobody.flatMap(({ seen }) => seen.filter(isUnread))
  const isFirewall = 2 * unread.filter((one) => got(one, isWall)).length > unread.length
  const isMet = (one: Outcome) => got(one, isWall) && !(isFirewall && isUnread(one))
  const walled = nobody.filter(({ seen }) => seen.some(isMet)).map(({ prefix }) => prefix)
  if (!isPage(answer) && (walled.length < fewestOthers || new Set(walled).size < 2)) return false
  if (isRefusedBothWays(outcomes.filter((one) => one.probe.credential === probe.credential))) return true
  const wrong = others
    .filter((other) => other.operation.prefix === operation.prefix)
    .flatMap(({ seen }) => seen.filter(isWrong))
  const often = (isIt: (answer: Answer) => boolean) => wrong.filter((one) => got(one, isIt)).length
  if (walled.length < fewestOthers || often(is401) <= often(isWall)) return false
  const isHere = isPage(answer) && walled.includes(operation.prefix)
  return isHere || others.filter(({ seen }) => isRefusedBothWays(seen)).length >= fewestOthers
}
