/**
 * Every read, at a rate that is no load: does each answer?
 *
 * API_KEY=… k6 run -e BASE_URL=https://… load/scenarios/smoke.ts
 */
import { arrivalRateScript } from './runtime/arrival-rate.ts'

const script = arrivalRateScript('smoke')

export const { options, setup, handleSummary } = script
export default script.ask
