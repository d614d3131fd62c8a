import { expressLimiters } from './express.ts'
import { fastifyLimiters } from './fastify.ts'
import { flexibleLimiters } from './flexible.ts'
import { goLimiters } from './go.ts'
import { haproxyLimiters } from './haproxy.ts'
import type { RealLimiter } from './limiter.ts'
import { nginxLimiters } from './nginx.ts'
import { pythonLimiters } from './python.ts'

/** All limiters that the suite is tried on, in the order of the table. */
export const limiters: readonly RealLimiter[] = [
  ...nginxLimiters,
  ...haproxyLimiters,
  ...expressLimiters,
  ...fastifyLimiters,
  ...flexibleLimiters,
  ...goLimiters,
  ...pythonLimiters,
]
