import type { ContractCheckId } from '../../fixtures/checks.ts'
import type { Check } from '../check.ts'
import { headerOnly, invalidCredential, missingCredential } from './authentication.ts'
import { envelopeMembers, envelopeStatus } from './envelope.ts'
import { completes, errorCode, listedErrors, serverError } from './errors.ts'
import { ineligibleAccount, ineligibleOrigin, ineligiblePermission, ineligibleProduct } from './forbidden.ts'
import { malformedJson } from './malformed.ts'
import { mediaType } from './messages.ts'
import { idempotencyObserved, paginationObserved } from './observed.ts'
import { oddInput } from './odd-input.ts'
import { openOperation } from './open-operation.ts'
import { reachable } from './reachability.ts'
import { notFound, redirectAnswer } from './resources.ts'
import { fieldType, queryType } from './types.ts'
import { validRequest } from './validity.ts'

/** Every contract check by its id: one that has facts and no entry here does not compile. */
export const checks: Readonly<Record<ContractCheckId, Check>> = {
  'catalog.reachable': reachable,
  'auth.missing-credential': missingCredential,
  'auth.invalid-credential': invalidCredential,
  'auth.header-only': headerOnly,
  'auth.ineligible-account': ineligibleAccount,
  'auth.ineligible-product': ineligibleProduct,
  'auth.ineligible-permission': ineligiblePermission,
  'auth.ineligible-origin': ineligibleOrigin,
  'auth.open-operation': openOperation,
  'errors.code': errorCode,
  'errors.listed': listedErrors,
  'errors.server-error': serverError,
  'envelope.status': envelopeStatus,
  'envelope.schema': envelopeMembers,
  'request.valid': validRequest,
  'request.field-type': fieldType,
  'request.query-type': queryType,
  'request.malformed-json': malformedJson,
  'request.odd-input': oddInput,
  'not-found.resource': notFound,
  'redirect.answer': redirectAnswer,
  'pagination.limit-offset': paginationObserved,
  'idempotency.observed': idempotencyObserved,
  'json.media-type': mediaType,
  'http.completes': completes,
}
