import { findK6, type K6 } from '../../load/engine/find-k6.ts'

let found: Promise<K6> | null = null

/** The k6 that a user would get. The first test that needs it may build it into the cache. */
export function k6ForTests(): Promise<K6> {
  found ??= findK6({ k6Bin: null, environment: process.env, progress: (text) => process.stderr.write(`${text}\n`) })
  return found
}
