/**
 * More than the load of an ordinary day, for long enough to show: where does the service give way?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/stress.ts
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('stress')

export const { options, setup, handleSummary } = script
export default script.ask
