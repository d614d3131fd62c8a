/** Makes a function that returns one shared value for equal ones: a run holds tens of thousands, and few differ. */
export function onlyOnce<T>(textOf: (value: T) => string): (value: T) => T {
  const values = new Map<string, T>()
  return (value) => {
    const text = textOf(value)
    const known = values.get(text)
    if (known === undefined) values.set(text, value)
    return known ?? value
  }
}
