import { present } from './presented.ts'

/**
 * §8 Limits exist, their numbers are not shown. Paging and the idempotency key are watched, never judged; the rate limit is
 * asked by the load half.
 */
present('§8')
