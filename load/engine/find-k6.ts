import { access, constants } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join, resolve } from 'node:path'
import { UsageError } from '../../evidence/usage-error.ts'
import { buildK6, type K6Build, remedies, wantedK6 } from './build-k6.ts'
import { type Environment, runChild } from './child.ts'
import { k6Environment } from './environment.ts'

/** A k6 that answered `k6 version`. */
export interface K6 {
  readonly binary: string
  readonly version: string
  /** What a user should know about this k6 (another version than ours), else null. */
  readonly note: string | null
}

export interface K6Search extends Pick<K6Build, 'environment' | 'progress' | 'signal'> {
  /** The setting `K6_BIN`; null: look in the other places. */
  readonly k6Bin: string | null
  /** Where a k6 that the suite built is kept. @default `~/.cache/platform-api-suite/k6-v1.8.1` */
  readonly cacheDirectory?: string
  /** Time limit of `k6 version`, milliseconds. */
  readonly answerMs?: number
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  )
}

async function onPath(program: string, environment: Environment): Promise<string | null> {
  for (const directory of (environment['PATH'] ?? '').split(delimiter)) {
    const file = join(directory, program)
    if (directory !== '' && (await isExecutable(file))) return file
  }
  return null
}

/** The versions with which all scenarios, `inspect` and `archive` were tried. */
const tried: readonly string[] = [wantedK6, '2.2.0']
const triedWords = tried.map((version) => `v${version}`).join(' and ')

/** The k6 that a binary says it is, or why the suite cannot use that binary. */
async function k6In(binary: string, search: K6Search): Promise<K6 | { why: string }> {
  let said = ''
  const end = await runChild({
    command: binary,
    args: ['version'],
    environment: k6Environment(search.environment, {}),
    maxMs: search.answerMs ?? 15_000,
    graceMs: 200,
    signal: search.signal,
    onOutput: (bytes) => {
      if (said.length < 1000) said += bytes.toString('utf8')
    },
  })
  if (end.by === 'failed') return { why: `it cannot be run (${end.error})` }
  if (end.by === 'interrupt') return { why: 'the run was interrupted' }
  if (end.by !== 'itself')
    return { why: `\`k6 version\` did not answer within ${(search.answerMs ?? 15_000) / 1000} s` }
  const [, version, major] = /^\S*k6\S* v((\d+)\.\d+\.\d+\S*)/.exec(said) ?? []
  if (version === undefined) return { why: 'it does not answer `version` as k6 does' }
  if (major !== '1' && major !== '2')
    return { why: `it is k6 v${version}, and the scenarios need k6 1.x or 2.x (${triedWords} are tried)` }
  const note = tried.includes(version) ? null : `${binary} is k6 v${version}; the suite was tried with ${triedWords}`
  return { binary, version, note }
}

/**
 * Finds k6: `K6_BIN`, the PATH, our own cache. Else Go builds k6 into the cache, once. A `K6_BIN` that cannot be used is an error: the user
 * named it on purpose. Throws a `UsageError` with the remedies in one sentence.
 */
export async function findK6(search: K6Search): Promise<K6> {
  if (search.k6Bin !== null) {
    // A name without a slash is a file here, too: a bare one would be looked up on the PATH.
    const answer = (await isExecutable(search.k6Bin))
      ? await k6In(resolve(search.k6Bin), search)
      : { why: 'there is no executable file of that name' }
    if ('version' in answer) return answer
    throw new UsageError(`K6_BIN=${search.k6Bin} cannot be used: ${answer.why}.`)
  }
  const directory = search.cacheDirectory ?? join(homedir(), '.cache', 'platform-api-suite', `k6-v${wantedK6}`)
  const cached = join(directory, process.platform === 'win32' ? 'k6.exe' : 'k6')
  const passedOver: string[] = []
  for (const file of [await onPath('k6', search.environment), (await isExecutable(cached)) ? cached : null]) {
    if (file === null) continue
    const answer = await k6In(file, search)
    if ('version' in answer) return answer
    passedOver.push(`${file} cannot be used: ${answer.why}`)
    search.progress(`${file} is passed over: ${answer.why}`)
  }
  const go = await onPath('go', search.environment)
  const whyNot = passedOver.map((why) => ` (${why})`).join('')
  if (go === null)
    throw new UsageError(`The load scenarios need k6, and there is neither k6${whyNot} nor Go: ${remedies}.`)
  await buildK6({ go, directory, file: cached, ...search })
  const answer = await k6In(cached, search)
  if ('version' in answer) return answer
  throw new UsageError(`The k6 that was built cannot be used: ${answer.why}; ${remedies}.`)
}
