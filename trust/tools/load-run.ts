import type { Exchange } from '../../evidence/exchange.ts'
import { askLoad } from '../../load/ask.ts'
import type { K6 } from '../../load/engine/find-k6.ts'
import type { LoadContext } from '../../load/engine/load-context.ts'
import { judgeLoad, type LoadJudgement } from '../../load/judge.ts'
import type { CodeOf } from '../../load/judges/load-answer.ts'
import { type LoadOptions, planLoad } from '../../load/plan.ts'
import type { LoadRecord } from '../../load/record.ts'
import { Waits } from '../../load/waits.ts'

/** The options of a load run. Those that are left out are as usual in tests. */
export interface LoadRunOptions extends Partial<LoadOptions>, Partial<Omit<LoadContext, 'record' | 'say'>> {
  readonly k6: K6
  readonly baseUrl: string
  readonly loadKey: string
  readonly operations: LoadOptions['operations']
  readonly scenarios: LoadOptions['scenarios']
}

/** A load run and its judgement. */
export interface LoadRun extends LoadJudgement {
  readonly recording: LoadRecord
  readonly exchanges: readonly Exchange[]
  /** The lines that the run wrote for people. */
  readonly said: readonly string[]
}

export const limitedOperation = 'GET /api/video/details/all'

/** Plans a load run, asks by the real k6, and judges, without a run folder. */
export async function runLoad(options: LoadRunOptions): Promise<LoadRun> {
  const exchanges: Exchange[] = []
  const said: string[] = []
  const plan = planLoad({
    limitedOperation,
    targets: { extra: [], ids: {}, getOnly: false },
    thresholds: [],
    ratePerSecond: null,
    durationMs: null,
    processes: 1,
    timeoutMs: 5000,
    hasKey: true,
    hasOtherKey: (options.otherKey ?? null) !== null,
    ...options,
  })
  const recording = await askLoad(
    plan,
    {
      otherKey: null,
      quietKey: true,
      extraHeaders: [],
      environment: process.env,
      dashboardDirectory: null,
      runId: 'run-1',
      suiteVersion: '9.9.9',
      redact: (text) => text.replaceAll(options.loadKey, '[redacted]'),
      ...options,
      record: (exchange) => exchanges.push(exchange),
      say: (text) => said.push(text),
    },
    new Waits(),
  )
  return { ...judgeLoad(recording, exchanges, codeOf), recording, exchanges, said }
}

/** Reads the code wherever it stands in a body, since these runs learn no place. */
const codeOf: CodeOf = (exchange) => {
  const [, code] = /"code":\s*"(\w+)"/.exec(exchange.response?.body.text ?? '') ?? []
  return code === undefined ? { kind: 'none' } : { kind: 'code', code }
}
