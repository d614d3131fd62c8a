import type { EnvironmentSetting } from '../../fixtures/settings.ts'

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
export const works = (seen: string): SettingReading => ({ standing: 'works', seen, next: null })
export const wrong = (seen: string, next: string): SettingReading => ({ standing: 'wrong', seen, next })
export const unclear = (seen: string, next: string | null = null): SettingReading => ({
  standing: 'unclear',
  seen,
  next,
})
export const notAsked = (seen: string): SettingReading => ({ standing: 'not-asked', seen, next: null })
