import { presentChecks } from './presented.ts'

presentChecks('errors.', 'not-found.', 'json.')
