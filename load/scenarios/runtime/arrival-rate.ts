import { SharedArray } from 'k6/data'
import http from 'k6/http'
import type { RateScenario } from '../../registry.ts'
import { asking } from './asking.ts'

/**
 * What is read by `require` is read when it is called, an import always. All of the test but what a virtual user does is needed
 * where `__VU` is 0 alone: there k6 asks for options, sets up and sums up. Each virtual user would hold it too.
 */
declare const require: (file: string) => typeof import('./whole-test.ts') & typeof import('./unserved.ts')
type WholeTest = ReturnType<ReturnType<typeof require>['wholeTest']>

/** What a script with an arrival rate exports: k6's own names, of which virtual users have the last. */
type ArrivalRateScript = Partial<Pick<WholeTest, 'options' | 'setup' | 'handleSummary'>> & {
  /** One iteration, one request: the turn of one read. */
  readonly ask: () => void
}

/**
 * Builds a scenario of k6's ramping-arrival-rate, one request an iteration. Its row in load/registry.ts has the stages; how fast and
 * for how long, its order says or the user: `RATE` is requests a second at the plateau, `DURATION` seconds, ramps included. The reads
 * are those of the catalogue, `LOAD_OPERATIONS` adds some.
 */
export function arrivalRateScript(name: RateScenario): ArrivalRateScript {
  const test = __VU === 0 ? require(import.meta.resolve('./whole-test.ts')).wholeTest(name) : null
  // Made where the test is known; all others find them made.
  const [told] = new SharedArray('told', () => (test === null ? [] : [test.told]))
  const targets = new SharedArray('targets', () => (test === null ? [] : [...test.targets]))
  if (told === undefined) throw new Error('k6 made a virtual user before it read the test')
  http.setResponseCallback(http.expectedStatuses({ min: 100, max: 499 }))
  const answered =
    told.unserved === null ? null : require(import.meta.resolve('./unserved.ts')).countUnserved(told.unserved)
  const ask = asking({ name, told, targets, answered })
  if (test === null) return { ask }
  const { options, setup, handleSummary } = test
  return { options, setup, handleSummary, ask }
}
