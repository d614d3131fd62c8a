/**
 * Every read, at a rate that is no load: does each answer?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/smoke.ts
 *
 * k6's ramping-arrival-rate, one request an iteration; `RATE` is requests a second at the plateau, `DURATION` seconds, ramps
 * included. The stages stand in load/registry.ts, the reads are those of the catalogue, `LOAD_OPERATIONS` adds some.
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('smoke')

export const { options, setup, handleSummary } = script
export default script.ask
