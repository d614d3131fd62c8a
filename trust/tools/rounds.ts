import { sampled } from '../../fixtures/random.ts'

/** How often a property is tried: `usual` times, or ROUNDS times as often in the nightly tests. */
export function rounds(usual: number): number {
  return usual * Number(process.env['ROUNDS'] ?? 1)
}

/** True in the nightly tests (`npm run test:properties`), which try all items; other tests try a sample. */
export const triesAll = rounds(1) > 1

/** The items that are tried: one of every `oneIn`, drawn by name; in the nightly tests all. */
export function tried<Item>(items: readonly Item[], oneIn: number, nameOf: (item: Item) => string): readonly Item[] {
  return triesAll ? items : sampled(items, oneIn, nameOf)
}
