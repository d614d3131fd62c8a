/**
 * The load of an ordinary day for a long time: is the service as fast at the end as at the start?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/soak.ts
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('soak')

export const { options, setup, handleSummary } = script
export default script.ask
