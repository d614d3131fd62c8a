import { execPath } from 'node:process'
import type { Framework } from './framework.ts'
import { npmHome } from './install.ts'

/** The members that all deployments on Node share. */
const onNode = (file: string): Pick<Framework, 'from' | 'language' | 'prepare'> => ({
  from: 'npm',
  language: 'JavaScript',
  prepare: async (surroundings) => {
    const directory = await npmHome(surroundings)
    return () => [{ command: execPath, args: [file], directory, environment: { NODE_ENV: 'production' } }]
  },
})

export const express: Framework = {
  name: 'express',
  versions: 'Express 5.3.0, zod 4.6.7',
  ...onNode('express.mjs'),
  sheds: [
    { inFlight: 4, status: 429 },
    { inFlight: 1, status: 503 },
  ],
  bugs: [
    'route-missing',
    'write-route-missing',
    'update-route-missing',
    'router-missing',
    'open-embeds',
    'open-team',
    'native-errors',
    'ok-errors',
    'crash-on-null',
    'created-201',
    'key-prefix',
    'key-in-query',
    'log-in-in-query',
    'crash-on-unknown-id',
    'malformed-accepted',
  ],
}

export const fastify: Framework = {
  name: 'fastify',
  versions: 'Fastify 5.12.8, Ajv 8.20.0',
  ...onNode('fastify.mjs'),
  sheds: [{ inFlight: 12, status: 503 }],
  bugs: [
    'route-missing',
    'router-missing',
    'wrong-method',
    'slash-on-create',
    'coerced-types',
    'native-errors',
    'validation-422',
    'status-missing',
    'no-content',
    'choice-needs-key',
    'open-when-sorted',
    'auth-after-validation',
  ],
}

export const hono: Framework = {
  name: 'hono',
  versions: 'Hono 4.13.19, @hono/node-server 2.1.8, @hono/zod-validator 0.9.1',
  ...onNode('hono.mjs'),
  sheds: [{ inFlight: 2, status: 504 }],
  own: {
    'route-missing': {
      checks: [],
      operations: [],
      reaches: () => false,
      open: '§7: not_found is the documented answer to what is not there, and nothing here tells a route from a resource',
    },
  },
  bugs: [
    'route-missing',
    'coerced-types',
    'native-errors',
    'validation-422',
    'no-content',
    'created-201',
    'limit-word-served',
    'open-embeds',
    'bearer-too',
    'unknown-placement-served',
  ],
}

export const nest: Framework = {
  name: 'nestjs',
  versions: 'NestJS 12.5.1 on Express, class-validator 0.15.1',
  ...onNode('nest-start.mjs'),
  language: 'TypeScript',
  sheds: [{ inFlight: 16, status: 502 }],
  bugs: [
    'route-missing',
    'write-route-missing',
    'update-route-missing',
    'router-missing',
    'open-embeds',
    'missing-as-403',
    'validation-422',
    'native-errors',
    'coerced-types',
    'created-201',
    'number-id',
    'limit-word-served',
  ],
}
