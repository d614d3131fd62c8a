import { sampled } from '../../fixtures/random.ts'

/** How often a property is tried: as often as is usual at every change, or ROUNDS times as often, as the nightly does. */
export function rounds(usual: number): number {
  return usual * Number(process.env['ROUNDS'] ?? 1)
}

/** True in the nightly, which tries all of what a change tries a part of (`npm run test:properties`). */
export const triesAll = rounds(1) > 1

/** What is tried: of every so many items one, drawn by name; in the nightly all. */
export function tried<Item>(items: readonly Item[], oneIn: number, nameOf: (item: Item) => string): readonly Item[] {
  return triesAll ? items : sampled(items, oneIn, nameOf)
}
