import type { ScenarioResult } from '../../evidence/load-results.ts'
import { plannedLoad, type ScenarioRecord } from '../record.ts'
import { plannedAt, plannedUntil } from '../stages.ts'

/**
 * How many requests were under way when the suite ended k6: begun, and neither sent whole nor dropped. k6 breaks off running requests
 * without a word. So the plan tells how many had begun, give or take a few. Absent where nothing tells.
 */
export function cutOff(scenario: ScenarioRecord): Pick<ScenarioResult, 'cutOff'> {
  const { stopped, processes, measured } = scenario
  const planned = plannedLoad(scenario)
  if (stopped === null || measured === null || planned === null) return {}
  const { load, plateau } = planned
  const dropped = processes.map(({ counted }) => counted?.dropped ?? null)
  if (dropped.some((number) => number === null)) return {}
  // The time of the stop counts from the first request. k6 begins it when the plan comes to one request.
  const begun = Math.round(plannedUntil(load, plateau, plannedAt(load, plateau, 1) + stopped.atMs))
  const known = dropped.reduce<number>((sum, number) => sum + (number ?? 0), measured.all.requests)
  return { cutOff: Math.max(0, begun - known) }
}
