import { describe, expect, test } from 'vitest'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { groupOf } from '../../fixtures/catalog/routes.ts'
import { allKnown } from '../../trust/fabricated/contracts.ts'
import { factsOf } from '../facts.ts'
import { unknownRouteProbes } from './unknown-routes.ts'

const facts = factsOf(allKnown, 'nightly', 'full', 7)
const teams = catalogue.filter(({ product }) => product === 'Teams')

describe('unknown routes', () => {
  test('three beside each group, of its prefix, depth and method, none of them listed', () => {
    const probes = unknownRouteProbes({ operations: catalogue, catalogue }, facts)
    const listed = catalogue.map(({ path }) => new RegExp(`^${path.replace(/\{\w+\}/, '[^/]+')}$`, 'i'))
    for (const { path } of probes)
      expect(
        listed.filter((pattern) => pattern.test(path)),
        path,
      ).toEqual([])
    const groups = Map.groupBy(probes, ({ group }) => group)
    const ofRedirects = (group: string) => group.startsWith('GET /api/pay ')
    expect(catalogue.map(groupOf).filter((group) => !groups.has(group) && !ofRedirects(group))).toEqual([])
    for (const [group, members] of groups) {
      const [method, prefix, depth] = group?.split(' ') ?? []
      for (const { path, method: own, operation } of members) {
        expect([own, path.startsWith(`${prefix}/`), String(path.split('/').length), operation]).toEqual([
          method,
          true,
          depth,
          null,
        ])
      }
      const paths = new Set(members.map(({ path }) => path))
      if (!ofRedirects(group ?? '')) expect(paths.size, group).toBe(3)
    }
  })

  test('asked each kind of probe that the group is asked, once', () => {
    const probes = unknownRouteProbes({ operations: teams, catalogue }, facts)
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
