import type { Checks } from '../check.ts'
import { headerOnly } from './header-only.ts'
import { invalidCredential } from './invalid-credential.ts'
import { missingCredential } from './missing-credential.ts'

export const authenticationChecks = {
  'auth.header-only': headerOnly,
  'auth.invalid-credential': invalidCredential,
  'auth.missing-credential': missingCredential,
} as const satisfies Checks
