/** Makes a value of each object once, and keeps it as long as the object is there. */
export function oncePer<Key extends object, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new WeakMap<Key, Value>()
  return (key) => {
    const before = made.get(key)
    if (before !== undefined) return before
    const value = make(key)
    made.set(key, value)
    return value
  }
}
