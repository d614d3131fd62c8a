/**
 * The load of an ordinary day: up to the rate, a plateau, down again.
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/average.ts
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('average')

export const { options, setup, handleSummary } = script
export default script.ask
