import { credentials } from '../../contracts/credentials.ts'
import type { Entry } from '../../contracts/plan.ts'
import type { Profile } from '../../evidence/results.ts'
import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import { embeddedSettings } from '../../fixtures/service/credentials.ts'
import { readKnown } from '../../run/settings/settings.ts'
import { policies } from '../../run/target.ts'
import { everything, planContracts } from '../matrix/contract-run.ts'

const { ALLOW_EFFECTS: _, ...allowingNothing } = embeddedSettings
const fillings = {
  'address and key': { API_KEY: embeddedSettings['API_KEY'] },
  'every setting but `ALLOW_EFFECTS`': allowingNothing,
} as const
const targets = { nightly: 'development', gate: 'development', cutover: 'production' } as const

const changes = ({ probe }: Entry) => !['GET', 'HEAD', 'OPTIONS'].includes(probe.method)
const isKeyed = ({ probe }: Entry) => credentials[probe.credential].sendsKey
const couldWork = (entry: Entry) => changes(entry) && isKeyed(entry) && !cannotBeValid(entry.probe.body)

/** The columns of the table, each with the entries that it counts. */
const columns: Readonly<Record<string, (entry: Entry) => boolean>> = {
  'at most': () => true,
  'of them always': ({ when }) => when === null,
  'with a key': isKeyed,
  'with a key, by a method that could change something': (entry) => changes(entry) && isKeyed(entry),
  'of these, with a body that a program can read': couldWork,
}

/** docs/first-hour.md: how many requests of the contract half stand in the plan, by profile and settings. */
export function sent(): string {
  const rows = Object.entries(targets).flatMap(([profile, target]) =>
    Object.entries(fillings).map(([name, settings]) => {
      const known = readKnown({ ...settings, BASE_URL: 'https://platform.example' }, 'production')
      const policy = policies[target]
      const plan = planContracts({
        known,
        policy,
        profile: profile as Profile,
        seed: 1,
        selection: everything,
      } as Parameters<typeof planContracts>[0])
      const sendable = plan.entries.filter(({ barred }) => barred === null)
      const counts = Object.values(columns).map((isCounted) => sendable.filter(isCounted).length)
      const barred = plan.entries.length - sendable.length
      return `| ${profile} | ${target}, ${policy} | ${name} | ${[...counts, barred].join(' | ')} |`
    }),
  )
  const heads = ['profile', 'target, policy', 'settings', ...Object.keys(columns), 'planned and never sent']
  return [`| ${heads.join(' | ')} |`, `|${'---|'.repeat(heads.length)}`, ...rows].join('\n')
}
