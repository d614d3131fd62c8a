import type { Operation } from '../fixtures/catalog/operation.ts'
import { documentedErrors, keyHeader } from '../fixtures/errors.ts'
import { audienceChoiceSchema } from '../fixtures/schemas/audience-choice.ts'
import { envelopeSchema } from '../fixtures/schemas/envelope.ts'
import { listingParameters } from '../fixtures/schemas/livestream-query.ts'
import { voteEmbedSchema } from '../fixtures/schemas/vote-embed.ts'
import { suiteVersion } from '../run/version.ts'

const notShown = { description: 'not shown' }
const json = (schema: unknown) => ({ 'application/json': { schema } })
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })

function pathParameters(path: string) {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
}

/** The specification shows these statuses for two operations, and error bodies for none (§7). */
const shownResponses = () => ({
  200: { description: 'the response envelope', content: json(reference('Envelope')) },
  ...Object.fromEntries(documentedErrors.map(({ status, code }) => [String(status), { description: code }])),
})

function detailOf(operation: Operation): Readonly<Record<string, unknown>> {
  switch (operation.detail) {
    case 'embed-create':
      return { requestBody: { required: true, content: json(reference('VoteEmbed')) }, responses: shownResponses() }
    case 'details-list':
      return { responses: shownResponses() }
    case 'audience-choice':
      return {
        requestBody: { content: json(reference('AudienceChoice')) },
        responses: {
          '2XX': { description: 'the response envelope', content: json(reference('Envelope')) },
          default: { description: 'invalid_request, not_found or rate_limited; statuses are not shown' },
        },
      }
    case null:
      return { responses: { default: notShown } }
  }
}

function parametersOf(operation: Operation) {
  const query =
    operation.detail === 'details-list'
      ? listingParameters.map(({ name, type }) => ({ name, in: 'query', required: false, schema: { type } }))
      : []
  const all = [...pathParameters(operation.path), ...query]
  return all.length === 0 ? {} : { parameters: all }
}

function operationObject(operation: Operation) {
  return {
    operationId: operation.id.replace(/[^A-Za-z0-9]+/g, '_').replace(/_$/, ''),
    summary: operation.operation,
    tags: [operation.product],
    'x-effect': operation.effect,
    'x-effect-inferred': true,
    ...(operation.shown ? { security: [{ apiKey: [] }] } : {}),
    ...parametersOf(operation),
    ...detailOf(operation),
  }
}

/** The catalogue as OpenAPI 3.1.1, with nothing that is not shown. A `default` response says where the specification is silent. */
export function openApiOf(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method.toLowerCase()]: operationObject(operation) }
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Platform API',
      version: suiteVersion,
      description: 'Made from the catalogue of the contract and load suite',
    },
    tags: [...new Set(operations.map(({ product }) => product))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: keyHeader } },
      schemas: { Envelope: envelopeSchema, VoteEmbed: voteEmbedSchema, AudienceChoice: audienceChoiceSchema },
    },
  }
}
