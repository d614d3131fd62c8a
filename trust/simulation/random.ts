/** A random number from `low` to `high`, with every order of magnitude equally likely. */
export function logUniform(random: () => number, low: number, high: number): number {
  return low * (high / low) ** random()
}
