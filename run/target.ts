import type { PolicyName, TargetName } from '../evidence/results.ts'
import { embeddedSettings } from '../fixtures/service/credentials.ts'
import type { CleanUp, Known } from '../fixtures/target.ts'
import type { ExtendedCatalogue } from './settings/extension.ts'
import { readKnown, refuseOneKeyForTwo, type Variables } from './settings/settings.ts'

/** A deployment to ask, and the policy for it. */
export interface OpenTarget {
  readonly name: TargetName
  readonly policy: PolicyName
  readonly known: Known
  readonly close: () => Promise<void>
}

/** The policy of each target: production never gets the full policy, by whatever name (docs/policy.md). */
export const policies: Readonly<Record<TargetName, PolicyName>> = {
  embedded: 'full',
  development: 'full',
  production: 'safe',
}

const embeddedCleanUp: CleanUp = {
  created: 'POST /api/vote/embed/create',
  operation: 'POST /api/vote/embed/delete',
  body: { id: '{id}' },
}

/** The settings of the embedded service, whatever the user's settings say. */
export function embeddedKnown(baseUrl: string): Known {
  const known = readKnown({ ...embeddedSettings, BASE_URL: baseUrl }, 'production')
  return { ...known, cleanUps: [embeddedCleanUp], isEmbedded: true }
}

/** Reads the settings of a target. For the embedded target it starts the reference service and ignores the settings. */
export async function openTarget(
  name: TargetName,
  variables: Variables,
  catalogue: ExtendedCatalogue,
  settingsFile: string | null,
  policy: PolicyName = policies[name],
): Promise<OpenTarget> {
  if (name !== 'embedded') {
    const extended = catalogue.operations.filter((operation) => operation.extension).map((operation) => operation.id)
    const known = { ...readKnown(variables, name, extended, settingsFile), cleanUps: catalogue.cleanUps }
    refuseOneKeyForTwo(known, name)
    return { name, policy, known, close: async () => {} }
  }
  const [{ listen }, { createService }] = await Promise.all([
    import('../fixtures/front/front.ts'),
    import('../fixtures/service/service.ts'),
  ])
  const front = await listen(await createService())
  return { name, policy, known: embeddedKnown(front.url), close: () => front.close() }
}
