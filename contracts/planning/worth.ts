import { cannotBeValid } from '../../fixtures/bodies/body.ts'
import { withDependents } from '../condition.ts'
import { credentials } from '../credentials.ts'
import type { Plan, PlannedQuestion } from '../plan.ts'
import type { Probe, Purpose } from '../probe.ts'

/** What the requests of one kind are worth: the questions that need them. */
export interface Worth {
  readonly kind: string
  readonly requests: number
  /** Questions that would have no request left without them. */
  readonly lost: readonly Pick<PlannedQuestion, 'check' | 'operation'>[]
  /** How many questions would stand on fewer requests without them. */
  readonly weakened: number
}

const purposeWords: Readonly<Record<Purpose, string>> = {
  odd: 'odd input',
  'left-out': 'a member left out',
  broken: 'broken copies',
  vouched: 'controls',
  valid: 'controls',
  control: 'controls',
  plain: 'plain',
  'unknown-route': 'routes that nobody lists',
  witness: 'OPTIONS',
  'clean-up': 'clean-up',
}

/** The kind of a request: its credential and its purpose. */
function kindOf({ credential, purpose, body, nth, operation }: Probe): string {
  const { kind, words } = credentials[credential]
  const who = kind === 'invalid' ? credential : words
  if (operation === null) return `${purposeWords[purpose]}, ${who}`
  if (kind !== 'none' && kind !== 'eligible') return who
  const what = nth > 0 ? 'repetitions' : cannotBeValid(body) ? 'a body that is not JSON' : purposeWords[purpose]
  return `${what}, ${who}`
}

/** O1: unknown routes belong to no question. The questions of reachability are compared with them. */
const isCompared = ({ question }: { readonly question: PlannedQuestion }) => question.check === 'catalog.reachable'

/**
 * Says what each kind of request of a plan is worth: the questions that would lose all or some of their requests. The kind with most
 * requests comes first. Pure. It tells what is planned, and not what will be answered.
 */
export function worthOf({ entries, questions }: Pick<Plan, 'entries' | 'questions'>): readonly Worth[] {
  const sendable = entries.filter(({ barred }) => barred === null)
  const isSendable = new Set(sendable.map(({ probe }) => probe.id))
  const conditional = sendable.filter(({ when }) => when !== null)
  const open = questions
    .filter(({ barred }) => barred === null)
    .map((question) => ({ question, probes: question.probes.filter((id) => isSendable.has(id)) }))
    .filter(({ probes }) => probes.length > 0)
  const kinds = Map.groupBy(sendable, ({ probe }) => kindOf(probe))
  return [...kinds]
    .map(([kind, own]): Worth => {
      const gone = withDependents(own, conditional)
      const touched = open.filter(({ probes }) => probes.some((id) => gone.has(id)))
      const lost = touched.filter(({ probes }) => probes.every((id) => gone.has(id)))
      const compared = own.some(({ probe }) => probe.operation === null) ? open.filter(isCompared).length : 0
      return {
        kind,
        requests: own.length,
        lost: lost.map(({ question }) => question),
        weakened: compared + touched.length - lost.length,
      }
    })
    .toSorted((one, other) => other.requests - one.requests)
}
