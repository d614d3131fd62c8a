import type { Finding } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { developmentPrefix } from '../fixtures/settings.ts'

/** How to see a finding again. */
export interface Reproduction {
  /** What must be done before, in a sentence; null where the lines work as they are. */
  readonly before: string | null
  readonly curl: string | null
  readonly replay: string
}

/** Variables of a curl line that stand for settings. */
const variables = /\$([A-Z][A-Z_]*KEY)\b/g

/** The lines that ask a finding again, and where the keys in them come from. */
export function reproductionOf(
  { id, reproduce }: Pick<Finding, 'id' | 'reproduce'>,
  { target }: Results['run'],
): Reproduction {
  const names = [...new Set([...(reproduce ?? '').matchAll(variables)].map(([, name = '']) => name))]
  return {
    before: reproduce === null ? null : before(names, target),
    curl: reproduce,
    replay: `npx suite replay ${id}`,
  }
}

function before(names: readonly string[], target: Results['run']['target']): string | null {
  if (target === 'embedded') {
    return 'The embedded service ended with the run: start it by npx suite serve, and use the address and the keys that it prints.'
  }
  if (names.length === 0) return null
  const prefix = target === 'development' ? developmentPrefix : ''
  const pairs = names.map((name) => `${name} to the value of ${prefix}${name}`)
  return `Set ${pairs.join(' and ')} in your shell first.`
}
