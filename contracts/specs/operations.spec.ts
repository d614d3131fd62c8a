import { present } from './presented.ts'

/**
 * §4 Every listed operation is there, under exactly its method and path. What the three detailed ones take and answer is shown;
 * of the others nothing but their names.
 */
present('§4')
