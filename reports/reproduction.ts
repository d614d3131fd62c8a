import type { Finding } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { developmentPrefix } from '../fixtures/settings.ts'

/** How to see a finding again. */
export interface Reproduction {
  /** What must be done before, in a sentence; null where the lines work as they are. */
  readonly before: string | null
  readonly curl: string | null
  readonly replay: string
  /** What to search the service's own log for; null where its answer says nothing. */
  readonly log: string | null
}

/** Variables of a curl line that stand for settings. */
const variables = /\$([A-Z][A-Z_]*KEY)\b/g

/** The same as lines, in the order in which a reader needs them. */
export function reproductionLines(...finding: Parameters<typeof reproductionOf>): readonly string[] {
  const { before, curl, replay, log } = reproductionOf(...finding)
  return [before, curl, replay, log].filter((line) => line !== null)
}

/** The lines that ask a finding again, and where the keys in them come from. */
export function reproductionOf(
  { id, reproduce, requestIds }: Pick<Finding, 'id' | 'reproduce' | 'requestIds'>,
  { target }: Results['run'],
): Reproduction {
  const names = [...new Set([...(reproduce ?? '').matchAll(variables)].map(([, name = '']) => name))]
  return {
    before: reproduce === null ? null : before(names, target),
    curl: reproduce,
    replay: `npx suite replay ${id}`,
    log: requestIds === undefined ? null : logWords(requestIds),
  }
}

function logWords(requestIds: NonNullable<Finding['requestIds']>): string {
  return `In the service's log: ${requestIds.map(({ name, value }) => `${name} ${value}`).join(', ')}`
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
