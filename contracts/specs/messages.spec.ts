import { present } from './presented.ts'

/**
 * §1 Whatever is asked gets a whole answer over HTTP, and what it says is JSON.
 */
present('§1')
