import { present } from './presented.ts'

/**
 * §7 An error has a status and a code that go together. Where the code stands in the answer is not shown: it is learned.
 */
present('§7')
