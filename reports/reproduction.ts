import type { Finding } from '../evidence/finding.ts'
import type { Results } from '../evidence/results.ts'
import { developmentPrefix } from '../fixtures/settings.ts'
import { oneLine, present } from './plain-text.ts'

/** Variables of a curl line that stand for keys from the settings. */
const variables = /\$([A-Z][A-Z_]*KEY)\b/g

/** The lines of `reproductionOf`, in the order in which a reader needs them. */
export function reproductionLines(...finding: Parameters<typeof reproductionOf>): readonly string[] {
  const { before, curl, replay, log } = reproductionOf(...finding)
  return present(curl && before, curl, replay, log)
}

/**
 * How to ask a finding again: the curl line, the `replay` line, and what a reader needs beside them. Where a format has room for one line
 * of so many characters, the curl line is told whole or not at all, so that a reader can copy it.
 */
export function reproductionOf(
  finding: Pick<Finding, 'id' | 'reproduce' | 'requestIds'>,
  run: Pick<Results['run'], 'target'>,
  room = Number.POSITIVE_INFINITY,
) {
  const { id, reproduce, requestIds } = finding
  const fits = room === Number.POSITIVE_INFINITY || (reproduce !== null && reproduce === oneLine(reproduce, room))
  return {
    /** What the reader must do first, in a sentence; null where the curl line works as it is. */
    before: beforeAll([finding], run),
    curl: fits ? reproduce : null,
    replay: `npx suite replay ${id}`,
    /** The request ids to search the service's own log for; null where the answer has none. */
    log: requestIds === undefined ? null : logWords(requestIds),
  }
}

/** What the reader must do before the curl lines of these findings, in one sentence. Null where they work as they are. */
export function beforeAll(
  findings: readonly Pick<Finding, 'reproduce'>[],
  { target }: Pick<Results['run'], 'target'>,
): string | null {
  const lines = findings.flatMap(({ reproduce }) => reproduce ?? [])
  if (lines.length === 0) return null
  if (target === 'embedded') {
    return 'The embedded service ended with the run: start it by npx suite serve, and use the address and the keys that it prints.'
  }
  const names = lines.flatMap((line) => [...line.matchAll(variables)].map(([, name = '']) => name))
  const set = [...new Set(names)].map((name) =>
    target === 'development' ? `${name} to the value of ${developmentPrefix}${name}` : name,
  )
  return set.length === 0 ? null : `Set ${set.join(' and ')} in your shell first.`
}

function logWords(requestIds: NonNullable<Finding['requestIds']>): string {
  return `In the service's log: ${requestIds.map(({ name, value }) => `${name} ${value}`).join(', ')}`
}
