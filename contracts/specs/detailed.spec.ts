import { presentChecks } from './presented.ts'

presentChecks('envelope.', 'request.', 'pagination.', 'idempotency.')
