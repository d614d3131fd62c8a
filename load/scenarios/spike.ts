/**
 * A sudden rush and its end: what becomes of the requests, and does it come back?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/spike.ts
 *
 * k6's ramping-arrival-rate, one request an iteration; `RATE` is requests a second at the plateau, `DURATION` seconds, ramps
 * included. The stages stand in load/registry.ts, the reads are those of the catalogue, `LOAD_OPERATIONS` adds some.
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('spike')

export const { options, setup, handleSummary } = script
export default script.ask
