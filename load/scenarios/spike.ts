/**
 * A sudden rush and its end: what becomes of the requests, and does the service come back?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/spike.ts
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('spike')

export const { options, setup, handleSummary } = script
export default script.ask
