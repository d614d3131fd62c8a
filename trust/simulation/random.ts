/** Between `low` and `high`, every order of magnitude alike. */
export function logUniform(random: () => number, low: number, high: number): number {
  return low * (high / low) ** random()
}
