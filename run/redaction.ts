import { hash } from 'node:crypto'
import { derivedSecrets } from '../contracts/credentials.ts'
import { basicForms } from '../contracts/elsewhere.ts'
import { type Redact, redaction } from '../evidence/redaction/redaction.ts'
import { type Known, secretsOf } from '../fixtures/target.ts'

/** Digests that a server may write instead of a key: they are as secret as the key. */
function digests(secret: string): readonly string[] {
  return ['md5', 'sha1', 'sha224', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512'].flatMap((algorithm) =>
    (['hex', 'base64', 'base64url'] as const).map((form) => hash(algorithm, secret, form)),
  )
}

/** The redaction of a run: it removes every secret of the settings, and every text made from one. */
export function redactionFor(known: Known, seed: number, times = 1): Redact {
  const secrets = secretsOf(known)
  const made = [...derivedSecrets(known, seed), ...secrets.flatMap(basicForms)]
  return redaction([...secrets, ...made], { derived: secrets.flatMap(digests), times })
}
