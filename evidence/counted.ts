/** `1 request`, `2 requests`. */
export function counted(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : noun.endsWith('ss') ? 'es' : 's'}`
}
