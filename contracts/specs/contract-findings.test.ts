import { expect, test } from 'vitest'
import { type Finding, findingId } from '../../evidence/finding.ts'
import { contractFindings } from './contract-findings.ts'

const finding = (check: string, operation: string | null): Finding => ({
  ...{ id: findingId(check, operation), check, operation, clause: '§7', product: null, verdict: 'pass', cause: 'none' },
  ...{ message: '', expected: null, observed: null, exchanges: [], reproduce: null },
})

test('what the load half says under a check of both is presented by no test', () => {
  const listing = 'GET /api/video/details/all'
  const all = [
    finding('errors.server-error', listing),
    finding('errors.server-error:load', listing),
    finding('http.completes:load', listing),
    finding('request.query-type:limit', listing),
    finding('limits.code', listing),
    finding('load.delivered:smoke', null),
    finding('auth.open-operation', null),
  ]
  expect(contractFindings(all).map(({ check }) => check)).toEqual(['errors.server-error', 'request.query-type:limit'])
})
