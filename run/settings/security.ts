import { resolve } from 'node:path'
import { createSecureContext } from 'node:tls'
import type { TransportSecurity } from '../../contracts/ask/connections.ts'
import { UsageError } from '../../evidence/usage-error.ts'
import type { CommonSettings } from '../../fixtures/settings.ts'
import { systemWords, textIn, unreadable } from '../files.ts'
import type { Variables } from './settings.ts'

/** Certificates for the two senders: texts for the probes, files for k6. */
export interface Security {
  readonly forProbes: TransportSecurity
  readonly authority: string | null
  readonly clientCertificate: { readonly certificate: string; readonly privateKey: string } | null
}

function pem(path: string, setting: string, holds: 'CERTIFICATE' | 'PRIVATE KEY' = 'CERTIFICATE'): string {
  const text = textIn(path, (code) => new UsageError(`${setting}: ${path} ${unreadable(code)}`))
  if (new RegExp(`-----BEGIN [A-Z0-9 ]*${holds}-----`).test(text)) return text
  throw new UsageError(`${setting}: ${path} is not PEM with a ${holds.toLowerCase()}`)
}

/** Reads certificates. Throws a `UsageError` for a file that is missing, is no PEM, or lacks or does not fit its other half. */
export function readSecurity(
  { authority, clientCertificate, clientKey }: CommonSettings,
  environment: Variables,
): Security {
  if ((clientCertificate === null) !== (clientKey === null)) {
    throw new UsageError('CLIENT_CERT_FILE and CLIENT_KEY_FILE belong together: one is set and the other is not')
  }
  const trusted = authority === null ? { environment } : { environment, ca: pem(authority, 'CA_FILE') }
  if (clientCertificate === null || clientKey === null)
    return { forProbes: trusted, authority, clientCertificate: null }
  const own = {
    cert: pem(clientCertificate, 'CLIENT_CERT_FILE'),
    key: pem(clientKey, 'CLIENT_KEY_FILE', 'PRIVATE KEY'),
  }
  try {
    createSecureContext(own)
  } catch (error) {
    // Else each connection would fail, and the report would blame the target for it.
    throw new UsageError(`CLIENT_CERT_FILE and CLIENT_KEY_FILE cannot be used${systemWords(error)}`)
  }
  return {
    forProbes: { ...trusted, ...own },
    authority,
    clientCertificate: { certificate: resolve(clientCertificate), privateKey: resolve(clientKey) },
  }
}
