import { type Condition, factsSchema } from '../../contracts/check.ts'
import { checksById } from '../../contracts/checks/checks.ts'
import { type Credential, credentials } from '../../contracts/credentials.ts'
import type { PathValue } from '../../contracts/identifiers.ts'
import type { Plan } from '../../contracts/plan.ts'
import type { Purpose } from '../../contracts/probe.ts'
import type { Reason } from '../../evidence/judgement.ts'
import { type BodyBase, bases } from '../../fixtures/bodies/bases.ts'
import type { ChangedTo } from '../../fixtures/bodies/recipe.ts'
import { operationSchema } from '../../fixtures/catalog/operation.ts'
import { nullable, Type } from '../../fixtures/schemas/type.ts'
import { count, nameIn, pair, reason, schemaFor, text, texts } from './parts.ts'

/** A word from a table of another room. Its schema accepts any word; a judge reports one that it does not know. */
const word = <Word extends string>() => Type.Unsafe<Word>({ type: 'string', minLength: 1 })

const probe = Type.Object({
  id: text,
  operation: nullable(text),
  method: text,
  path: text,
  credential: nameIn<Credential>(credentials),
  value: word<PathValue>(),
  query: Type.Object({ base: Type.Enum(['none', 'vouched']), set: Type.Array(pair) }),
  body: Type.Object({
    base: nameIn<BodyBase>(bases),
    change: Type.Optional(Type.Object({ path: text, to: word<ChangedTo>() })),
    declared: Type.Optional(Type.Unknown()),
    contentType: Type.Optional(text),
  }),
  nth: count,
  purpose: word<Purpose>(),
  group: Type.Optional(text),
})

/** Conditions hold conditions: the schema checks the form of the outermost only; inner ones must be objects. */
const condition = Type.Unsafe<Condition>({
  type: 'object',
  anyOf: [
    {
      required: ['probe', 'is'],
      properties: {
        probe: { type: 'string' },
        is: { enum: ['unauthorized', 'success', 'refused', 'gone', 'not-found', 'asked', 'unlike'] },
      },
    },
    { required: ['not'], properties: { not: { type: 'object' } } },
    { required: ['all'], properties: { all: { type: 'array', items: { type: 'object' } } } },
    { required: ['any'], properties: { any: { type: 'array', items: { type: 'object' } } } },
  ],
})

const barred = nullable(reason)

/** The schema of `plan.json`. */
export const planSchema = schemaFor<Plan>()(
  Type.Object({
    schemaVersion: Type.Optional(Type.Literal(1)),
    facts: factsSchema,
    entries: Type.Array(
      Type.Object({
        probe,
        when: nullable(condition),
        otherwise: Type.Unsafe<Reason | null>(barred),
        barred,
        product: text,
        phase: Type.Enum(['main', 'sessions']),
      }),
    ),
    questions: Type.Array(
      Type.Object({
        id: text,
        check: nameIn(checksById),
        sub: nullable(text),
        clause: text,
        operation: text,
        product: text,
        probes: texts,
        reads: Type.Union([Type.Literal('operation'), texts]),
        barred,
      }),
    ),
    cleanUps: Type.Array(Type.Object({ undoes: text, probe, product: text, barred })),
    operations: Type.Array(operationSchema),
    unselected: Type.Array(Type.Pick(operationSchema, ['id', 'method', 'prefix', 'detail', 'namesOneResource'])),
    isWhole: Type.Boolean(),
  }),
)
