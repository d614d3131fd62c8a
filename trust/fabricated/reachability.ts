import type { Probe } from '../../contracts/probe.ts'
import type { OperationId } from '../../fixtures/catalog/catalog.ts'
import { type Scene, verdictOn } from './contracts.ts'
import type { ProbeReply } from './exchanges.ts'

export const create = 'POST /api/team/general/create'
export const other = 'POST /api/team/category/create'
export const one = 'POST /api/team/general/delete'
export const sameMethod = 'POST /api/team/category/delete'
export const otherMethod = 'GET /api/team/general/get'

/** The replies of a deployment: one to all unknown routes, and those to some listed operations. */
export function deployment(
  unlisted: ProbeReply,
  listed: Partial<Record<OperationId, ProbeReply | ((probe: Probe) => ProbeReply | undefined)>>,
) {
  return (probe: Probe): ProbeReply | undefined => {
    if (probe.operation === null) return unlisted
    const reply = listed[probe.operation as OperationId]
    return typeof reply === 'function' ? reply(probe) : reply
  }
}

/** Verdict and cause of `catalog.reachable` on an operation. */
export const reach = (
  operation: OperationId,
  answers: Scene['answers'],
  also: readonly OperationId[] = [],
  scene: Scene = {},
) =>
  verdictOn(operation, 'catalog.reachable', {
    ...scene,
    ...(answers === undefined ? {} : { answers }),
    operations: [operation, ...also],
  })

/** Settings that hold no key. */
export const noKey = {
  keys: { eligible: null, load: null, restrictedAccount: null, restrictedProduct: null, restrictedPermission: null },
}
