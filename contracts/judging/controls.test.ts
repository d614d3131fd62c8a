import { describe, expect, test } from 'vitest'
import { because } from '../../evidence/judgement.ts'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { allKnown, choice, embed, factsFor, listing } from '../../trust/fabricated/contracts.ts'
import { type Attempt, exchangesFor } from '../../trust/fabricated/exchanges.ts'
import { type Answer, answerOf } from '../answer.ts'
import type { Condition } from '../check.ts'
import { holds } from '../condition.ts'
import { readCode } from '../error-code.ts'
import { learnCodePlaces } from '../learning/code-places.ts'
import type { Learned } from '../learning/learned.ts'
import { type Outcome, outcomeOf, type WithAnswer } from '../outcome.ts'
import { type Particulars as Differs, type Probe, probe } from '../probe.ts'
import { controlProbes, embedControls, onEmbedControl } from '../probes/controls.ts'
import { judgeCode } from './code.ts'
import { controlFor, successOf } from './controls.ts'
import { judgeRefusal } from './refusal.ts'

const operationOf = (id: string) => {
  const [operation] = catalogue.filter((candidate) => candidate.id === id)
  if (operation === undefined) throw new Error(id)
  return operation
}
const creation = operationOf(embed)
const facts = factsFor(allKnown)

/** The outcome of a probe of embed creation with the own key that got these attempts, first to last. */
function got(differs: Differs, ...attempts: readonly Attempt[]): Outcome {
  const asked = probe(creation, { credential: 'eligible', ...differs })
  return outcomeOf(asked, exchangesFor(asked, attempts), because('not-asked'), 60_000)
}
const full = { base: 'embed-full' } as const
function refused(own: Attempt): WithAnswer {
  const one = got({ body: full }, own)
  if (one.kind !== 'answer') throw new Error(one.kind)
  return one
}
const broken = (differs: Differs): Probe => got(differs).probe
const unreadable = broken({ body: { base: 'not-json' } })
const wrong = broken({ body: { base: 'embed-full', change: { path: 'name', to: 'number' } } })

describe('the control of a broken copy', () => {
  const own = got({ body: full }, 404)
  test.for<[string, Differs]>([
    ['another credential', { credential: 'none', body: full }],
    ['asked again', { nth: 1, body: full }],
    ['a query', { body: full, query: { base: 'none', set: [['a', 'b']] } }],
    ['another change', { body: { base: 'embed-full', change: { path: 'title', to: 'null' } } }],
    ['another content type', { body: { base: 'embed-full', contentType: 'text/plain' } }],
    ['another identifier', { body: full, value: 'odd-null' }],
    ['another base', { body: { base: 'embed-few' } }],
  ])('is the same request unbroken, and not one with %s', ([, differs]) => {
    expect(controlFor(wrong, [got(differs, 404), own])).toBe(own)
    expect(controlFor(wrong, [got(differs, 404)])).toBe(undefined)
  })

  test('is else any plain request that succeeded', () => {
    const few = got({ body: { base: 'embed-few' } }, 200)
    expect(controlFor(wrong, [got({ body: { base: 'empty-object' } }, 400), got({}, 'silence'), few])).toBe(few)
    expect(controlFor(wrong, [few, own])).toBe(own)
  })

  test('with a body that is no object is a readable request, best one that succeeded, and never itself', () => {
    const itself = got({ body: { base: 'not-json' } }, 422)
    const served = got({ body: { base: 'embed-few' } }, 200)
    for (const base of ['not-json', 'cut-json', 'json-array', 'json-string', 'json-number'] as const) {
      const asked = broken({ body: { base } })
      expect(controlFor(asked, [itself, own, served]), base).toBe(served)
      expect(controlFor(asked, [itself, own]), base).toBe(own)
      expect(controlFor(asked, [itself, got({ body: { base: 'none' } }, 200)]), base).toBe(undefined)
    }
    expect(
      controlFor(unreadable, [got({ body: { base: 'embed-full', change: { path: 'a', to: 'null' } } }, 200)]),
    ).toBe(undefined)
    expect(controlFor(unreadable, [got({ body: full, value: 'odd-null' }, 200)])).toBe(undefined)
    expect(controlFor(unreadable, [got({ body: { base: 'embed-full', contentType: 'text/plain' } }, 200)])).toBe(
      undefined,
    )
  })

  test('has succeeded where it is an unbroken request that got 2xx', () => {
    const changedOne = got({ body: { base: 'embed-full', change: { path: 'a', to: 'true' } } }, 200)
    const served = got({ body: full }, 204)
    expect(successOf([got({ body: full }, 404), got({}, 'reset'), got({}, 429), changedOne, served])).toBe(served)
    expect(successOf([changedOne])).toBe(undefined)
  })
})

describe('the controls of embed creation', () => {
  const bases = ['embed-full', 'embed-other', 'embed-plain', 'embed-few', 'empty-object']
  const vouched = { ...facts, has: { ...facts.has, embedBody: true } }
  /** The bases of the probes that are sent where the controls answered so, in order. */
  const wanted = (
    probes: readonly { readonly probe: Probe; readonly when?: Condition }[],
    replies: readonly Attempt[],
  ) => {
    const outcomes = embedControls(facts).map((base, index) =>
      got({ body: { base } }, ...replies.slice(index, index + 1)),
    )
    const known = (id: string) => outcomes.find((outcome) => outcome.probe.id === id)
    return probes
      .filter(({ when }) => when === undefined || holds(when, known))
      .map(({ probe: asked }) => asked.body.base)
  }

  test('have fewer and fewer members, after the body that the settings vouch for', () => {
    expect(embedControls(facts)).toEqual(bases)
    expect(embedControls(vouched)).toEqual(['embed-vouched', ...bases])
  })

  test('are tried one after the other, until one succeeds', () => {
    const probes = controlProbes(creation, facts)
    expect(probes[0]).not.toHaveProperty('when')
    expect(wanted(probes, [])).toEqual(bases)
    expect(wanted(probes, [200])).toEqual(bases.slice(0, 1))
    expect(wanted(probes, [400, 201])).toEqual(bases.slice(0, 2))
    expect(wanted(probes, [400, 429, 400, 200])).toEqual(bases.slice(0, 4))
    expect(probes.every(({ probe: asked }) => asked.credential === 'eligible')).toBe(true)
  })

  test('carry broken copies: the first that succeeded, or the very first where none did', () => {
    const probes = onEmbedControl(creation, facts, (base) =>
      broken({ body: { base, change: { path: 'a', to: 'null' } } }),
    )
    expect(wanted(probes, [200])).toEqual(['embed-full'])
    expect(wanted(probes, [400, 200])).toEqual(['embed-other'])
    expect(wanted(probes, [400, 200, 400, 400, 200])).toEqual(['embed-other'])
    expect(wanted(probes, [400, 400])).toEqual(['embed-full'])
  })
})

describe('one refusal', () => {
  const answer = (attempt: Attempt, id = listing): Answer => {
    const [exchange] = exchangesFor(probe(operationOf(id)), attempt)
    const read = exchange === undefined ? null : answerOf(exchange)
    if (read === null) throw new Error('no answer')
    return read
  }
  const learnedOf = (answers: readonly Answer[]) => {
    const codePlaces = learnCodePlaces(answers)
    return { codePlaces, codeOf: (one: Answer) => readCode(one, codePlaces) } as unknown as Learned
  }
  const taught = learnedOf([answer(400), answer(404)])
  const refusalCase = (operation: typeof creation, ...seen: readonly Outcome[]) => ({
    operation,
    learned: taught,
    seen,
    sub: null,
    outcomes: [],
    others: [],
    lacking: [],
  })

  test('whose code stands in a sentence counts while no place is learned, and says so', () => {
    const sentence = { status: 404, json: { message: 'a not_found, you see' } }
    expect(judgeCode(answer(sentence), 'not_found', learnedOf([]))).toMatchObject({
      verdict: 'pass',
      cause: 'code-somewhere',
      values: { seen: '404 not_found' },
      exchanges: [answer(sentence).exchange.id],
    })
    expect(judgeCode(answer({ status: 404, json: { other: 'not_found' } }), 'not_found', taught).cause).toBe(
      'as-documented',
    )
    expect(judgeCode(answer(sentence), 'not_found', taught).cause).toBe('code-unclear')
  })

  test('with several codes at places that were not learned is inconclusive', () => {
    const two = answer({ status: 404, json: { a: 'not_found', b: 'rate_limited' } })
    expect(judgeCode(two, 'not_found', taught)).toMatchObject({
      verdict: 'inconclusive',
      cause: 'code-unclear',

      expected: '404 not_found',
      exchanges: [two.exchange.id],
    })
    expect(judgeCode(two, 'not_found', taught).observed).toContain('rate_limited')
  })

  test('names its own exchange and the last one of its control', () => {
    const control = got({ body: full }, 500, 404)
    const own = refused(400)
    expect(judgeRefusal(own, refusalCase(creation, control))).toMatchObject({
      verdict: 'pass',
      exchanges: [own.answer.exchange.id, control.attempts[1]?.id],
    })
    expect(judgeRefusal(own, refusalCase(creation)).exchanges).toEqual([own.answer.exchange.id])
  })

  test('is expected with 400 where statuses are shown, and with its code alone on the choice', () => {
    const expectation = (id: string) => judgeRefusal(refused(200), refusalCase(operationOf(id))).expected
    expect(expectation(embed)).toBe('400 invalid_request')
    expect(expectation(choice)).toBe('a refusal with invalid_request')
  })

  test('is like its control only with the same status and the same code', () => {
    const verdict = (own: Attempt, control: Attempt) =>
      judgeRefusal(refused(own), refusalCase(creation, got({ body: full }, control))).cause
    expect(verdict(400, 400)).toBe('control-refused')
    expect(verdict(400, '404 invalid_request')).toBe('as-documented')
    expect(verdict(400, '400 name_taken')).toBe('as-documented')
    expect(verdict(404, '409 not_found')).toBe('no-control')
  })
})
