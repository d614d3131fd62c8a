/** The four numbers of an IPv4 address that is written as IPv6; any other host unchanged. */
function plainHost(host: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(host) ?? []
  if (high === undefined || low === undefined) return host
  const numbers = [high, low].map((word) => Number.parseInt(word, 16)).flatMap((word) => [word >> 8, word & 0xff])
  return numbers.join('.')
}

/** One spelling for all names of a machine: no final dot, one loopback, http as https. Null for what is no address. */
export function canonicalOrigin(text: string): string | null {
  try {
    const url = new URL(text)
    const host = plainHost(url.hostname.replace(/\.$/, '').toLowerCase())
    const loopback = /^(localhost|.*\.localhost|\[::1\]|\[::\]|0\.0\.0\.0|127\..*)$/.test(host)
    const port = /^(80|443|)$/.test(url.port) ? 'default' : url.port
    return `${loopback ? 'loopback' : host}:${port}`
  } catch {
    return null
  }
}
