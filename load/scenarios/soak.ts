/**
 * The load of an ordinary day for a long time: is it as fast at the end as at the start?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/soak.ts
 *
 * k6's ramping-arrival-rate, one request an iteration; `RATE` is requests a second at the plateau, `DURATION` seconds, ramps
 * included. The stages stand in load/registry.ts, the reads are those of the catalogue, `LOAD_OPERATIONS` adds some.
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('soak')

export const { options, setup, handleSummary } = script
export default script.ask
