import { type EnvironmentSetting, environmentSettings } from '../../fixtures/settings.ts'
import type { Known } from '../../fixtures/target.ts'
import { type TriedSetting, unclear, wrong } from './readings.ts'

/** Settings that do nothing without another one. */
const companions: readonly (readonly [EnvironmentSetting, needs: EnvironmentSetting])[] = [
  ['RESTRICTED_PRODUCT_KEY', 'RESTRICTED_PRODUCTS'],
  ['RESTRICTED_PRODUCTS', 'RESTRICTED_PRODUCT_KEY'],
  ['RESTRICTED_ORIGIN', 'API_KEY'],
  ['VALID_DETAILS_QUERY', 'API_KEY'],
  ['VALID_EMBED_BODY', 'API_KEY'],
  ['VALID_CHOICE_BODY', 'KNOWN_PLACEMENT_ID'],
]

/** The value of a setting; undefined where it is not set. */
function givenFor(known: Known, setting: EnvironmentSetting): unknown {
  const [place = ''] = Object.entries(environmentSettings).find(([, { name }]) => name === setting) ?? []
  const value = place.split('.').reduce<unknown>((outer, member) => Object(outer)[member], known)
  return value === null || (Array.isArray(value) && value.length === 0) ? undefined : value
}

/** Whether a setting is set, and the one that it does nothing without. */
export function isGiven(known: Known, setting: EnvironmentSetting): boolean {
  const needed = companions.flatMap(([one, needs]) => (one === setting ? [needs] : []))
  return [setting, ...needed].every((one) => givenFor(known, one) !== undefined)
}

/** What is told of settings without a request: a setting that lacks another one, and a load key that is the same as `API_KEY`. */
export function lonelySettings(known: Known): readonly TriedSetting[] {
  const isSet = (setting: EnvironmentSetting) => givenFor(known, setting) !== undefined
  const lonely = companions
    .filter(([setting, needs]) => isSet(setting) && !isSet(needs))
    .map(([setting, needs]) => ({
      settings: [setting],
      ...wrong(`it does nothing without {${needs}}`, `set {${needs}}`),
    }))
  const { load, eligible } = known.keys
  if (load === null || load !== eligible) return lonely
  const same = unclear('it is the same as {API_KEY}', 'a key that nobody else uses shows limits more clearly')
  return [...lonely, { settings: ['LOAD_API_KEY'], ...same }]
}

/** The settings of an environment that are not set. */
export function unsetSettings(known: Known): readonly EnvironmentSetting[] {
  return Object.values(environmentSettings)
    .map(({ name }) => name)
    .filter((name) => givenFor(known, name) === undefined)
}
