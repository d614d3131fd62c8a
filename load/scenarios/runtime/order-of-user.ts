import { tables } from '../../../fixtures/catalog/tables.ts'
import { identifierSetting } from '../../../fixtures/settings.ts'
import { arrivalRate, type RateScenario } from '../../registry.ts'
import type { Plateau } from '../../stages.ts'
import { loadableOf, loadTargets, type Target } from '../../targets.ts'
import { readThresholds, type Threshold } from '../../thresholds.ts'
import { type RateOrder, variables } from '../../wire.ts'
import { numberSetting, setting } from './settings.ts'

/** The rate where neither the user nor the scenario names one, as `k6 inspect` shows it. Requests a second. */
const shownRate = 10
const timeoutMs = 10_000

/** k6 opens files beside the script. A user names a file from the folder where k6 was started, which the shell puts into `PWD`. */
const fromHere = (file: string) => (file.startsWith('/') ? file : `${setting('PWD') ?? '.'}/${file}`)

/** The order that a k6 user's environment amounts to. */
export function orderOfUser(name: RateScenario): Omit<RateOrder, 'targets' | 'userAgent'> {
  const usual = arrivalRate(name)
  const durationS = numberSetting(variables.duration) ?? usual.durationS
  const plateau: Plateau = {
    ratePerSecond: numberSetting(variables.rate) ?? usual.ratePerSecond ?? shownRate,
    durationMs: durationS * 1000,
  }
  const file = setting(variables.thresholds)
  const own = (file === null ? [] : thresholdsIn(file)).filter(({ scenario }) => scenario === name)
  return { scenario: name, timeoutMs, plateau, thresholds: own, keepEvery: 1, startAt: null }
}

/** Throws with the setting and the file in the message: k6 shows nothing else. */
function thresholdsIn(file: string): readonly Threshold[] {
  try {
    const products = tables().map(({ product }) => product)
    return readThresholds(JSON.parse(open(fromHere(file)).replace(/^\ufeff/, '')), products)
  } catch (error) {
    throw new Error(`LOAD_THRESHOLDS: ${file}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

export function targetsOfUser(): readonly Target[] {
  const reads = loadableOf(tables())
  const named = (setting(variables.loadOperations) ?? '').split(',').map((id) => id.trim())
  const extra = named.filter((id) => id !== '')
  const unknown = extra.find((id) => !reads.some((read) => read.id === id))
  if (unknown !== undefined) throw new Error(`LOAD_OPERATIONS: ${unknown} is no read that is listed`)
  const known = reads.flatMap(({ identifies }) => (identifies === null ? [] : [identifies]))
  const ids = Object.fromEntries(known.map((name) => [name, setting(identifierSetting(name) ?? '')]))
  return loadTargets(reads, { extra, ids, getOnly: false })
}
