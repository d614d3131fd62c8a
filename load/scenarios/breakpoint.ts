/**
 * More and more load, up to RATE: at which rate does the service no longer hold?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/breakpoint.ts
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('breakpoint')

export const { options, setup, handleSummary } = script
export default script.ask
