/** `1 request`, `2 requests`, `2 entries`. */
export function counted(number: number, noun: string): string {
  return `${number} ${number === 1 ? noun : pluralOf(noun)}`
}

function pluralOf(noun: string): string {
  if (/[^aeiou]y$/.test(noun)) return `${noun.slice(0, -1)}ies`
  return `${noun}${noun.endsWith('ss') ? 'es' : 's'}`
}

/** The first five of a list, then `…` where there are more. */
export function firstFew(all: readonly string[]): string {
  return `${all.slice(0, 5).join(', ')}${all.length > 5 ? ' …' : ''}`
}

/** Milliseconds as seconds with at most one digit behind the point. */
export const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
