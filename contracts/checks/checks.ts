import type { ContractCheckId } from '../../fixtures/checks.ts'
import type { Check } from '../check.ts'
import { authenticationChecks } from './authentication.ts'
import { envelopeChecks } from './envelope.ts'
import { errorsChecks } from './errors.ts'
import { forbiddenChecks } from './forbidden.ts'
import { observedChecks } from './limits.ts'
import { malformedChecks } from './malformed.ts'
import { messagesChecks } from './messages.ts'
import { oddInputChecks } from './odd-input.ts'
import { openOperationChecks } from './open-operation.ts'
import { reachabilityChecks } from './reachability.ts'
import { resourcesChecks } from './resources.ts'
import { typesChecks } from './types.ts'
import { validityChecks } from './validity.ts'

/** Every contract check by its id: one that has a row and no entry, or an entry and no row, does not compile. */
export const checks: Readonly<Record<ContractCheckId, Check>> = {
  ...authenticationChecks,
  ...envelopeChecks,
  ...errorsChecks,
  ...forbiddenChecks,
  ...malformedChecks,
  ...messagesChecks,
  ...observedChecks,
  ...oddInputChecks,
  ...openOperationChecks,
  ...reachabilityChecks,
  ...resourcesChecks,
  ...typesChecks,
  ...validityChecks,
}
