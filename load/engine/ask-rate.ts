import type { PlannedRate } from '../plan.ts'
import type { AskedScenario, ProcessRecord, Stop } from '../record.ts'
import { virtualUsers } from '../stages.ts'
import { Collector } from './collector.ts'
import { memoryLimit } from './environment.ts'
import { Guard } from './guard.ts'
import { k6ProcessFor, type LoadContext, progressTeller } from './load-context.ts'
import { processRecord, runK6 } from './run-k6.ts'

/** Time for several processes of k6 to get ready for a common start: at least, and for each process. Milliseconds. */
const startUpMs = { least: 1500, each: 500 } as const
/** Time between the abort of a scenario and the kill of k6, in which k6 writes its summary. Milliseconds. */
const graceMs = 5000
const tickMs = 1000

/** k6's arguments for the part of a test that one of several equal processes does. Processes are counted from 0. */
function segmentArguments(index: number, of: number): readonly string[] {
  if (of === 1) return []
  const at = (place: number) => (place === 0 ? '0' : place === of ? '1' : `${place}/${of}`)
  const sequence = Array.from({ length: of + 1 }, (_, place) => at(place)).join(',')
  return [`--execution-segment=${at(index)}:${at(index + 1)}`, `--execution-segment-sequence=${sequence}`]
}

/**
 * Runs the processes of a scenario side by side, and measures their answers together. Keeps the budget, and ends the scenario where
 * too many requests fail. Never rejects for what a service or k6 does.
 */
export async function askRate(planned: PlannedRate, surroundings: LoadContext): Promise<AskedScenario> {
  const { order, processes, budget, name } = planned
  const wait = processes === 1 ? 0 : startUpMs.least + processes * startUpMs.each
  const startAt = Date.now() + wait
  const limit = memoryLimit(virtualUsers(order.plateau.ratePerSecond) / processes, planned.requests / processes)
  const collector = new Collector(order, processes)
  const guard = new Guard({ scenario: name, plateau: order.plateau, budget })
  const ending = new AbortController()
  let stopped: Stop | null = null
  /** The start of the first request. k6 takes time to start, and the plan counts from its first request. */
  let began: number | null = null
  const end = (stop: Stop | null) => {
    if (stop === null || stopped !== null) return
    stopped = stop
    surroundings.say(`${name}: ended, ${stop.why}`)
    ending.abort()
  }
  const atMs = () => (began === null ? 0 : Math.max(0, Date.now() - began))
  const seen = (status: number, startedAt: number) => {
    began ??= startedAt
    end(guard.answer(status, atMs()))
  }
  const tell = progressTeller(name, surroundings)
  using _ticking = setInterval(() => {
    const { requests, limited } = collector
    const { durationMs } = order.plateau
    end(guard.tick(atMs()))
    tell({ requests, limited, share: Math.min(1, atMs() / durationMs), leftMs: Math.max(0, durationMs - atMs()) })
  }, tickMs)
  const runOne = async (index: number): Promise<ProcessRecord> => {
    const dashboard = processes === 1 ? name : `${name}-${index + 1}`
    const told = { ...order, startAt: wait === 0 ? null : startAt }
    const run = k6ProcessFor(name, told, dashboard, surroundings)
    const ended = await runK6({
      ...run,
      // A memory limit that the user set wins over ours.
      environment: { GOMEMLIMIT: limit, ...run.environment },
      args: segmentArguments(index, processes),
      exchange: (exchange) => {
        if (collector.exchange(index, exchange)) surroundings.record(exchange)
        seen(exchange.response?.status ?? 0, exchange.startedAt)
      },
      short: (line) => {
        collector.short(index, line)
        seen(line.status, line.startedAt)
      },
      stop: ending.signal,
      // The budget comes first. This limit is for a k6 that hangs before it sends anything.
      maxMs: wait + budget.ms + 20_000,
      graceMs,
      holdsBack: true,
    })
    return processRecord(ended)
  }
  const all = await Promise.all(Array.from({ length: processes }, (_, index) => runOne(index)))
  return { processes: all, stopped, measured: collector.measured() }
}
