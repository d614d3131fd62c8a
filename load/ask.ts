import { askLimits } from './engine/ask-limits.ts'
import { askRate } from './engine/ask-rate.ts'
import type { LoadContext } from './engine/load-context.ts'
import { describeLoad, type LoadPlan, type PlannedScenario } from './plan.ts'
import { type AskedScenario, knownOfReads, type LoadRecord, type ScenarioRecord } from './record.ts'
import type { Waits } from './waits.ts'

/**
 * Lets k6 ask what was planned, one scenario after the other, and records it. Each scenario first keeps the waits that refusals told; the
 * first keeps `waits`, which were told before the load. A scenario is skipped where a wait is longer than its budget. Never rejects for
 * what a service or k6 does.
 */
export async function askLoad(plan: LoadPlan, surroundings: LoadContext, waits: Waits): Promise<LoadRecord> {
  const own: LoadContext = {
    ...surroundings,
    record: (exchange) => {
      waits.hear(exchange)
      surroundings.record(exchange)
    },
  }
  for (const line of describeLoad(plan)) own.say(line)
  const scenarios: ScenarioRecord[] = []
  let learned: Pick<LoadRecord, 'trace' | 'scope'> = { trace: null, scope: null }
  for (const planned of plan.scenarios) {
    const unasked = { skipped: planned.skipped, waitedMs: 0, toldMs: undefined }
    const { skipped, waitedMs, toldMs } = planned.skipped === null ? await waits.keep(planned, own) : unasked
    const startedAt = Date.now()
    if (skipped === null) own.say(`${planned.name}: running`)
    const asked: AskedScenario = skipped === null ? await askOne(planned, own) : {}
    const { trace = null, scope = null, ...ended } = asked
    if (planned.name === 'limits') learned = { trace, scope }
    scenarios.push({
      name: planned.name,
      budget: planned.budget,
      planned: plannedOf(planned),
      skipped,
      ...(toldMs === undefined ? {} : { toldMs }),
      k6Version: own.k6.version,
      durationMs: skipped === null ? Date.now() - startedAt : 0,
      ...(waitedMs === 0 ? {} : { waitedMs }),
      ...{ processes: [], stopped: null, measured: null, trials: null, ...ended },
    })
  }
  return { ...known(plan, surroundings), scenarios, ...learned }
}

const askOne = (planned: PlannedScenario, surroundings: LoadContext): Promise<AskedScenario> =>
  planned.name === 'limits' ? askLimits(planned, surroundings) : askRate(planned, surroundings)

function plannedOf(planned: PlannedScenario): ScenarioRecord['planned'] {
  if (planned.name === 'limits') return { requests: null, ratePerSecond: null, durationMs: null }
  return { requests: planned.requests, ...planned.order.plateau }
}

/** The part of the record that the plan alone tells. */
function known(plan: LoadPlan, { baseUrl, quietKey }: LoadContext): Omit<LoadRecord, 'scenarios' | 'trace' | 'scope'> {
  const reads = plan.scenarios.flatMap((planned) => (planned.name === 'limits' ? [] : planned.order.targets))
  const limits = plan.scenarios.find((planned) => planned.name === 'limits')
  return {
    ...knownOfReads(reads, plan.limitedOperation, limits?.order?.target),
    baseUrl,
    quietKey,
    thresholds: [...plan.thresholds],
  }
}
