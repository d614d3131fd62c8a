/** The number of characters that are kept of a line. */
export const longestLine = 256 * 1024

/** Splits a stream into lines of bounded length. */
export function lineSplitter(onLine: (line: string) => void): {
  readonly write: (bytes: Buffer) => void
  readonly end: () => void
} {
  const decoder = new TextDecoder()
  let begun = ''
  const keep = (text: string) => {
    begun += text.slice(0, Math.max(0, longestLine - begun.length))
  }
  const flush = () => {
    const line = begun
    begun = ''
    if (line !== '') onLine(line)
  }
  return {
    write: (bytes) => {
      const [first = '', ...others] = decoder.decode(bytes, { stream: true }).split('\n')
      keep(first)
      for (const text of others) {
        flush()
        keep(text)
      }
    },
    end: flush,
  }
}
