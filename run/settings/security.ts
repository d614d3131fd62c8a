import { resolve } from 'node:path'
import type { TransportSecurity } from '../../contracts/ask/connections.ts'
import type { CommonSettings } from '../../fixtures/settings.ts'
import { textIn } from '../files.ts'
import { UsageError } from '../usage-error.ts'
import type { Variables } from './settings.ts'

/** Certificates as the two senders want them: texts for the probes, files for k6. */
export interface Security {
  readonly forProbes: TransportSecurity
  readonly authority: string | null
  readonly clientCertificate: { readonly certificate: string; readonly privateKey: string } | null
}

function pem(path: string, setting: string): string {
  const text = textIn(path, (code) => new UsageError(`${setting}: ${path} cannot be read (${code})`))
  if (text?.includes('-----BEGIN ')) return text
  throw new UsageError(`${setting}: ${path} is not PEM`)
}

/** Reads certificates. Throws a `UsageError` for a file that is not there, is no PEM, or lacks its other half. */
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
  return {
    forProbes: { ...trusted, cert: pem(clientCertificate, 'CLIENT_CERT_FILE'), key: pem(clientKey, 'CLIENT_KEY_FILE') },
    authority,
    clientCertificate: { certificate: resolve(clientCertificate), privateKey: resolve(clientKey) },
  }
}
