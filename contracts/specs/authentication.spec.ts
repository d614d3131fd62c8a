import { present } from './presented.ts'

/**
 * §5 The key goes in one header. Without it, or with a wrong one, the answer is 401; with one that is not eligible, 403. Which
 * operations need the key is not shown, so one that is open is observed and not blamed.
 */
present('§5')
