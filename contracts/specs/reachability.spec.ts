import { presentChecks } from './presented.ts'

presentChecks('catalog.', 'redirect.', 'http.')
