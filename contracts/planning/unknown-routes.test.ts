import { describe, expect, test } from 'vitest'
import { catalogue, operationOf } from '../../fixtures/catalog/catalog.ts'
import { groupOf } from '../../fixtures/catalog/routes.ts'
import { allKnown } from '../../trust/fabricated/contracts.ts'
import { factsOf } from '../facts.ts'
import type { Selection } from '../plan.ts'
import { kindOf } from '../probe.ts'
import { comparedProbes } from '../probes/requests.ts'
import { besideRouteProbes, unknownRouteProbes } from './unknown-routes.ts'
import { witnessProbes } from './witnesses.ts'

const facts = factsOf(allKnown, 'nightly', 'full', 7)
/** The unknown routes beside operations, or those outside every prefix. */
const routes = (isOutside: boolean, selection: Parameters<typeof unknownRouteProbes>[0]) =>
  unknownRouteProbes(selection, facts).filter(({ group }) => (group?.endsWith(' outside') === true) === isOutside)
const teams = catalogue.filter(({ product }) => product === 'Teams')

describe('unknown routes', () => {
  test('stand beside each group: three of its prefix, depth and method, none of them listed', () => {
    const probes = routes(false, { operations: catalogue, catalogue, untouched: [] })
    const listed = catalogue.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`, 'i'))
    for (const { path } of probes)
      expect(
        listed.filter((pattern) => pattern.test(path)),
        path,
      ).toEqual([])
    const groups = Map.groupBy(probes, ({ group }) => group)
    // Behind this prefix every path of this depth is listed.
    const besideAll = groupOf({ method: 'GET', prefix: '/api/pay', path: '/api/pay/{shortId}' })
    expect(catalogue.map(groupOf).filter((group) => !groups.has(group))).toEqual([])
    for (const [group, members] of groups) {
      const [method, prefix, depth] = group?.split(' ') ?? []
      for (const { path, method: own, operation } of members) {
        expect([own, path.startsWith(`${prefix}/`), String(path.split('/').length), operation]).toEqual([
          method,
          group !== besideAll,
          depth,
          null,
        ])
      }
      const paths = new Set(members.map(({ path }) => path))
      expect(paths.size, group).toBe(3)
    }
  })

  test('are asked each kind of probe that the group is asked, once', () => {
    const probes = routes(false, { operations: teams, catalogue, untouched: [] })
    const kinds = Map.groupBy(probes, ({ group }) => group ?? '')
    expect([...kinds.keys()].sort()).toEqual(['GET /api/team 5', 'POST /api/team 5', 'PUT /api/team 5'])
    const of = (group: string) =>
      [...new Set(kinds.get(group)?.map(({ credential, body }) => `${credential} ${body.base}`))].sort()
    expect(of('GET /api/team 5')).toEqual(['eligible none', 'none none'])
    expect(of('POST /api/team 5')).toEqual([
      'eligible empty-object',
      'eligible not-json',
      'none empty-object',
      'none not-json',
    ])
    expect(new Set(probes.map(({ id }) => id)).size).toBe(probes.length)
  })
})

describe('beside operations that an extension adds', () => {
  const row = (method: 'GET' | 'DELETE', path: `/${string}`) =>
    operationOf({ method, path, operation: 'any' }, { product: 'CRM', prefixes: [] }, true)
  const added = [
    row('GET', '/api/CRM/{contact-id}'),
    row('DELETE', '/api/CRM/{contact-id}'),
    row('DELETE', '/api/CRM/all'),
  ]
  const selection = {
    operations: [added[0], added[2]].flatMap((one) => one ?? []),
    catalogue: [...catalogue, ...added.filter(({ method, path }) => method === 'GET' || !path.includes('{'))],
    checks: () => true,
    excluded: (id) => id === 'DELETE /api/CRM/{contact-id}',
    untouched: ['/api/CRM/{contact-id}'],
  } satisfies Selection

  test('no unknown route is a path that one of them takes, even an excluded one, in any casing', () => {
    const beside = [
      ...unknownRouteProbes(selection, facts),
      ...besideRouteProbes(selection, facts, []).map(({ probe }) => probe),
      ...witnessProbes(selection, facts).filter(({ value }) => value !== 'known'),
    ]
    expect(beside).not.toEqual([])
    expect(beside.filter(({ path }) => /^\/api\/crm\/[^/]+$/i.test(path)).map(({ id }) => id)).toEqual([])
  })
})

describe('routes that a gateway may answer', () => {
  const selection: Selection = {
    operations: teams,
    catalogue,
    checks: () => true,
    excluded: () => false,
    untouched: [],
  }
  const doubt = { probe: 'the first witness', is: 'asked' } as const
  const probes = besideRouteProbes(selection, facts, [doubt])
  const groups = Map.groupBy(probes, ({ probe }) => probe.group ?? '')

  test('stand outside every prefix, one for each method', () => {
    for (const method of ['GET', 'POST', 'PUT']) {
      const outside = routes(true, selection).filter(({ group }) => group === `${method} outside`)
      expect(new Set(outside.map(({ path }) => path)).size).toBe(1)
      expect(catalogue.filter(({ prefix }) => outside[0]?.path.startsWith(`${prefix}/`))).toEqual([])
    }
  })

  test('stand beside a folder, as it is listed and in wrong casing, where something in it seems missing', () => {
    const beside = groups.get('GET beside /api/team/category') ?? []
    const folders = beside.map(({ probe: { path } }) => path.slice(0, path.lastIndexOf('/')))
    expect([...new Set(folders)]).toEqual(['/api/team/category', '/api/team/CATEGORY'])
    const own = teams.filter(({ path, method }) => method === 'GET' && path.startsWith('/api/team/category/'))
    const asked = own.flatMap((operation) =>
      comparedProbes(operation, facts).map(({ id }) => ({ probe: id, is: 'gone' })),
    )
    // Those with the key come first. The rest also waits until something is in doubt.
    for (const { probe, when } of beside)
      expect(when).toEqual(probe.credential === 'eligible' ? { any: asked } : { all: [doubt, { any: asked }] })
    const telling = groups.get('POST beside /api/team/general')?.filter(({ when }) => 'any' in (when ?? {}))
    const kinds = telling?.map(({ probe }) => kindOf(probe))
    expect(new Set(kinds)).toEqual(new Set(['eligible empty-object', 'eligible not-json']))
  })

  test('equal no listed path, whatever the casing', () => {
    const outside = routes(true, { ...selection, operations: catalogue }).map(({ path }) => path)
    const beside = besideRouteProbes({ ...selection, operations: catalogue }, facts, []).map(
      ({ probe: { path } }) => path,
    )
    const all = [...outside, ...beside]
    const listed = catalogue.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`, 'i'))
    expect(all.filter((path) => listed.some((pattern) => pattern.test(path)))).toEqual([])
  })
})
