import type { Selection } from '../../contracts/plan.ts'
import type { Operation } from '../../fixtures/catalog/operation.ts'
import { knownInAnyCase, knownWord } from './nearest.ts'
import type { RunOptions } from './run-options.ts'

/** Makes a selection by the options; settings exclude later. Throws a `UsageError` for an unknown operation. */
export function selectorOf(
  options: Pick<RunOptions, 'product' | 'operation' | 'check' | 'exclude'>,
  catalogue: readonly Operation[],
): (excludedBySetting: readonly string[]) => Selection {
  const ids = catalogue.map((operation) => operation.id)
  const named = (words: readonly string[]) => new Set<string>(words.map((word) => knownWord(word, ids, 'operation')))
  const wanted = named(options.operation)
  const excludedByOption = named(options.exclude)
  // The products of an extension too.
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

/** True for an id that begins with one of the words, and for every id where there is no word. */
export function checkFilter(words: readonly string[]): (id: string) => boolean {
  if (words.length === 0) return () => true
  return (id) => words.some((word) => id.startsWith(word))
}
