import { presentChecks } from './presented.ts'

presentChecks('auth.')
