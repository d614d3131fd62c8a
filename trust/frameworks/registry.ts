import { axum, spring } from './compiled.ts'
import { haproxy, php } from './debian.ts'
import type { Framework } from './framework.ts'
import { chi, echo, gin, stdlib } from './go.ts'
import { express, fastify, hono, nest } from './npm.ts'
import { djangoRest, fastapi, flask } from './python.ts'

/** All deployments that the suite is tried on, in the order of the table. */
export const frameworks: readonly Framework[] = [
  express,
  fastify,
  nest,
  hono,
  fastapi,
  flask,
  djangoRest,
  stdlib,
  chi,
  gin,
  echo,
  axum,
  spring,
  php,
  haproxy,
]
