import type { ContractCheckId } from '../../fixtures/checks.ts'
import type { Check } from '../check.ts'
import { envelopeChecks } from './envelope.ts'
import { errorsChecks } from './errors.ts'
import { forbiddenChecks } from './forbidden.ts'
import { headerOnly } from './header-only.ts'
import { invalidCredential } from './invalid-credential.ts'
import { messagesChecks } from './messages.ts'
import { missingCredential } from './missing-credential.ts'
import { observedChecks } from './observed.ts'
import { oddInput } from './odd-input.ts'
import { openOperation } from './open-operation.ts'
import { reachable } from './reachability.ts'
import { resourcesChecks } from './resources.ts'
import { typesChecks } from './types.ts'
import { validRequest } from './validity.ts'

/** Every contract check by its id. A check with a row and no entry, or an entry and no row, does not compile. */
export const checksById: Readonly<Record<ContractCheckId, Check>> = {
  'auth.header-only': headerOnly,
  'auth.invalid-credential': invalidCredential,
  'auth.missing-credential': missingCredential,
  'request.odd-input': oddInput,
  'auth.open-operation': openOperation,
  'catalog.reachable': reachable,
  'request.valid': validRequest,
  ...envelopeChecks,
  ...errorsChecks,
  ...forbiddenChecks,
  ...messagesChecks,
  ...observedChecks,
  ...resourcesChecks,
  ...typesChecks,
}
