/** Gives each value once: tens of thousands of findings, questions and observations say few different things. */
export function onlyOnce<T>(textOf: (value: T) => string): (value: T) => T {
  const values = new Map<string, T>()
  return (value) => {
    const text = textOf(value)
    const known = values.get(text)
    if (known === undefined) values.set(text, value)
    return known ?? value
  }
}
