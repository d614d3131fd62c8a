/** Numbers 0 ≤ x < 1 that look random and repeat with their seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Between `low` and `high`, every order of magnitude alike. */
export function logUniform(random: () => number, low: number, high: number): number {
  return low * (high / low) ** random()
}
