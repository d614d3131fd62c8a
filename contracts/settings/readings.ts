import type { EnvironmentSetting } from '../../fixtures/settings.ts'
import { type Answer, asksForPassword, describeAnswer, isRedirect, succeeded } from '../answer.ts'

/** `works`; `wrong`, with what to do; `unclear`, where the answer cannot tell; `not-asked`, where nothing was sent. */
export type SettingStanding = 'works' | 'wrong' | 'unclear' | 'not-asked'

/** What an answer tells of a setting. */
export interface SettingReading {
  readonly standing: SettingStanding
  /** What was seen, in a few plain words. */
  readonly seen: string
  /** What to do about it; null where nothing is to be done. `{NAME}` stands for a setting as its environment spells it. */
  readonly next: string | null
}

/** Settings that were tried together. */
export interface TriedSetting extends SettingReading {
  /** The names of the settings, without the prefix of an environment. */
  readonly settings: readonly EnvironmentSetting[]
}

/** What is said of a setting: what was seen, and what to do next where there is something to do. */
const works = (seen: string): SettingReading => ({ standing: 'works', seen, next: null })
export const wrong = (seen: string, next: string): SettingReading => ({ standing: 'wrong', seen, next })
export const unclear = (seen: string, next: string | null = null): SettingReading => ({
  standing: 'unclear',
  seen,
  next,
})
export const notAsked = (seen: string): SettingReading => ({ standing: 'not-asked', seen, next: null })

/** What else is known when an answer is read. */
export interface Beside {
  /** The status of the details listing without a key; null where no answer came. */
  readonly withoutKey: number | null
}

/** Reads the answer of a question about a setting. It is below 500 and no refusal by a limit. */
export type SettingReader = (answer: Answer, setting: EnvironmentSetting, beside: Beside) => SettingReading

/** Any answer shows that something is at the address. */
export const readAddress: SettingReader = ({ status }) => works(`it answers: ${status} without a key`)

/** Reads a key on an operation that needs one. A key that is not refused with 401 or 403 works, if without a key the answer is 401. */
export const readKey: SettingReader = (answer, setting, { withoutKey }) => {
  const { status } = answer
  if (status === 401 && asksForPassword(answer)) {
    return wrong(
      'it is refused with 401, which asks for user and password (Basic)',
      `set {BASE_URL} to an address behind the gateway that asks, or {${setting}} to a key of this environment`,
    )
  }
  if (status === 401) return wrong('it is refused with 401', `set {${setting}} to a key of this environment`)
  if (status === 403) {
    return wrong('it is known and not eligible (403)', `set {${setting}} to a key that may read the details listing`)
  }
  const without = withoutKey ?? 'no answer'
  return withoutKey === 401
    ? works(`${status} with it, 401 without a key`)
    : unclear(`${status} with it, ${without} without a key: the answer does not depend on it`)
}

/** Reads a credential that must be refused with 403 (§5.3). `isOwn`: it is a key of its own, so a 401 means that it is unknown. */
export function readRefused(
  lacks: string,
  { isOwn, isShown }: Readonly<Record<'isOwn' | 'isShown', boolean>>,
): SettingReader {
  return (answer, setting) => {
    const { status } = answer
    if (status === 403) return works('it is refused with 403, as it must be')
    if (status === 401 && isOwn) {
      const next = `set {${setting}} to a key that is known here and lacks ${lacks}`
      // Other operations may ask for another credential than the key (§5.6).
      return isShown ? wrong('it is refused with 401', next) : unclear('it is refused with 401', next)
    }
    if (!succeeded(answer)) return unclear(describeAnswer(answer))
    const served = `it is served (${status}) where it must be refused with 403`
    return isShown
      ? wrong(served, `set {${setting}} to one that lacks ${lacks}; if this one should, the deployment is at fault`)
      : unclear(`${status}: the operation needs no key, or this key does not lack ${lacks}`)
  }
}

/** Reads an identifier of something that exists, on an operation that takes it. */
export const readIdentifier: SettingReader = (answer, setting) => {
  const { status } = answer
  if (succeeded(answer) || isRedirect(answer)) return works(`${status} for it`)
  if (status === 404 || status === 410) return wrong(`${status} for it`, `set {${setting}} to one that exists here`)
  return unclear(describeAnswer(answer))
}

/** Reads a request that the settings vouch for. Only 400 and 422 refuse it: another status says nothing about it. */
export const readVouched: SettingReader = (answer, setting) => {
  if (succeeded(answer)) return works(`${answer.status}: it is accepted`)
  const seen = describeAnswer(answer)
  if (![400, 422].includes(answer.status)) return unclear(seen)
  return wrong(`it is refused: ${seen}`, `set {${setting}} to what this deployment accepts, or leave it out`)
}

/** Reads the operation whose limit load meets later: at rest it must be served. */
export const readAtRest: SettingReader = (answer, setting) => {
  const { operation } = answer.exchange
  return succeeded(answer)
    ? works(`${answer.status}: ${operation} is served`)
    : wrong(`${operation}: ${describeAnswer(answer)}`, `set {${setting}} to a read that is served as it is`)
}
