/**
 * The load of an ordinary day: up to the rate, a plateau, down again.
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/average.ts
 *
 * k6's ramping-arrival-rate, one request an iteration; `RATE` is requests a second at the plateau, `DURATION` seconds, ramps
 * included. The stages stand in load/registry.ts, the reads are those of the catalogue, `LOAD_OPERATIONS` adds some.
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('average')

export const { options, setup, handleSummary } = script
export default script.ask
