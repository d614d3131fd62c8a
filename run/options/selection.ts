import type { Selection } from '../../contracts/plan.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { knownInAnyCase, knownWord } from './nearest.ts'
import type { RunOptions } from './run-options.ts'

/**
 * What the options leave of catalogue and checks, for settings that are read later. Throws a `UsageError` for an operation
 * that is not there.
 */
export function selectorOf(
  options: Pick<RunOptions, 'product' | 'operation' | 'check' | 'exclude'>,
  catalogue: readonly Operation[],
): (excludedBySetting: readonly string[]) => Selection {
  const ids = catalogue.map((operation) => operation.id)
  const named = (words: readonly string[]) => new Set<string>(words.map((word) => knownWord(word, ids, 'operation')))
  const wanted = named(options.operation)
  const excludedByOption = named(options.exclude)
  // Those of an extension as well.
  const productNames = [...new Set<string>(catalogue.map(({ product }) => product))]
  const products = new Set(options.product.map((word) => knownInAnyCase(word, productNames, 'product')))
  return (excludedBySetting) => {
    const excluded = new Set([...excludedByOption, ...excludedBySetting])
    return {
      catalogue: catalogue.filter((operation) => !excluded.has(operation.id)),
      operations: catalogue.filter(
        (operation) =>
          (wanted.size === 0 || wanted.has(operation.id)) && (products.size === 0 || products.has(operation.product)),
      ),
      checks: checkFilter(options.check),
      excluded: (operation) => excluded.has(operation),
      untouched: catalogue.filter(({ id }) => excluded.has(id)).map(({ path }) => path),
    }
  }
}

/** True for what begins with one of the words, or for everything where there is none. */
export function checkFilter(words: readonly string[]): (id: string) => boolean {
  if (words.length === 0) return () => true
  return (id) => words.some((word) => id.startsWith(word))
}
