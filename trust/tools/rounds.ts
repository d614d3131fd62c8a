/** How often a property is tried: as often as is usual at every change, or ROUNDS times as often, as the nightly does. */
export function rounds(usual: number): number {
  return usual * Number(process.env['ROUNDS'] ?? 1)
}
