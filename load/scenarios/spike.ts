/**
 * A sudden rush and its end: what becomes of the requests, and does the service come back?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/spike.ts
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

export const { options, setup, handleSummary, ask } = arrivalRateScript('spike')
export default ask
