import { type Environment, runChild } from '../engine/child.ts'
import { k6Environment } from '../engine/environment.ts'
import { type RateOrder, variables } from '../wire.ts'

export interface ArchiveOrder {
  /** The path of k6. */
  readonly binary: string
  readonly script: string
  /** Where the archive is written. */
  readonly file: string
  readonly order: RateOrder
  /** The environment of this process. Nothing of it stands in the archive. */
  readonly environment: Environment
}

const maxMs = 60_000

/** Packs a scenario and its order by `k6 archive`, without address and key. Returns why packing failed, or null. */
export async function archiveScenario(archive: ArchiveOrder): Promise<string | null> {
  const { binary, script, file, order, environment } = archive
  let said = ''
  const { by, code } = await runChild({
    command: binary,
    args: ['archive', '-O', file, '-e', `${variables.order}=${JSON.stringify(order)}`, script],
    environment: k6Environment(environment, {}),
    maxMs,
    onError: (bytes) => {
      said = `${said}${bytes.toString('utf8')}`.slice(-500)
    },
  })
  if (by === 'itself' && code === 0) return null
  return said.trim() === '' ? `k6 archive ended with ${code ?? by}` : said.trim()
}
