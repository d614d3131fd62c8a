import { describe, expect, test } from 'vitest'
import { drawnBy } from '../../fixtures/random.ts'
import { wireDecoys } from '../../fixtures/styles/decoys/wire.ts'
import { decoys } from '../../fixtures/styles/decoys.ts'
import { styles } from '../../fixtures/styles/styles.ts'
import { triesAll } from '../tools/rounds.ts'
import { detailedOperations, passShare, runAgainst, violationsOf } from './narrowed.ts'

/** Styles with a limit, which take long: the long matrix tries them. */
const patient = ['token-bucket', 'sliding', 'narrow', 'unforgiving', 'abuse-guard']

/** Styles without a usable key: little can pass there, but something must. */
const keyless = ['trusting', 'closed-door']

const onTheWire = new Set(wireDecoys.map(({ name }) => name))
/** False for those behind a socket: decoys about the wire, and a fourth of the others. The long matrix has sockets for all. */
const isHanded = ({ name }: { readonly name: string }) => !onTheWire.has(name) && drawnBy(`socket ${name}`, 4) > 0

/** A third of the styles and decoys, drawn by name, and all keyless styles and wire decoys. The long matrix has all. */
describe.concurrent('a conforming deployment is never blamed', () => {
  test.for(styles.filter(({ name }) => !patient.includes(name) && (keyless.includes(name) || drawnBy(name, 3) === 0)))(
    '$name',
    async (style, { expect }) => {
      const { name, make } = style
      const asking = { seed: 21, operations: detailedOperations, isHanded: isHanded(style) }
      const run = await runAgainst(await make(), asking)
      expect(violationsOf(run)).toEqual([])
      expect(run.stopped).toBeNull()
      expect(passShare(run), 'inconclusive everywhere is no proof').toBeGreaterThan(
        keyless.includes(name) ? 0.02 : 0.15,
      )
    },
  )

  test.for(decoys.filter(({ name }) => onTheWire.has(name) || drawnBy(name, 3) === 0))(
    'with $name',
    async (decoy, { expect }) => {
      const { plant, name } = decoy
      const style = styles[drawnBy(`background ${name}`, 8)]
      const deployment = await (style ?? { make: () => Promise.reject(new Error('no style')) }).make()
      const asking = { seed: 22, operations: detailedOperations, isHanded: isHanded(decoy) }
      const run = await runAgainst(plant(deployment), asking)
      expect(violationsOf(run)).toEqual([])
    },
  )
})

/** The long matrix asks the whole catalogue of every style, under the full policy alone. */
test.each(triesAll ? ['two-stages', 'edge'] : ['two-stages'])(
  '%s is not blamed with the whole catalogue under the safe policy',
  async (name) => {
    const style = styles.find((candidate) => candidate.name === name)
    const deployment = await (style ?? { make: () => Promise.reject(new Error(name)) }).make()
    const run = await runAgainst(deployment, { seed: 23, isHanded: true, isSafe: true })
    expect(violationsOf(run)).toEqual([])
    expect(run.findings.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(500)
  },
)
