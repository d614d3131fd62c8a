import { answerOf } from '../contracts/answer.ts'
import type { Judged } from '../contracts/judge.ts'
import { closeLookOf, mayTurnAway } from '../contracts/look.ts'
import { isRefusalByLimit } from '../contracts/outcome.ts'
import { wrongBase } from '../evidence/redirects.ts'
import { type LoadRecord, wholeAnswerCount } from '../load/record.ts'
import type { ComparedRun } from './compare.ts'
import { goneOf } from './gone.ts'
import { goneUnderLoad } from './gone-under-load.ts'
import { type JudgedRun, mainFindings } from './judge.ts'
import { judgedOperations } from './judged-operations.ts'
import { limitedThroughout } from './limited-throughout.ts'
import type { RecordedRun } from './record.ts'
import { strangerDoubt, strangerUnderLoad } from './stranger.ts'

/** All that the exit code and its sentence depend on: what a judged run brings to the gate. */
export type GateInput = Readonly<ReturnType<typeof gateInput>>

/** Puts together what the gate looks at. Pure. */
export function gateInput(
  { plan, recording, exchanges }: RecordedRun,
  judged: JudgedRun,
  compared: Pick<ComparedRun, 'findings' | 'known' | 'untold' | 'drift' | 'parity'>,
) {
  const { hasKey, baseUrl } = plan.facts
  const { circumstances, memory, load } = recording
  const { learned } = judged.contracts
  return {
    findings: compared.findings,
    circumstances,
    known: compared.known,
    untold: compared.untold,
    /** Findings of drift or parity that `--fail-on` names: the team's word makes them red. */
    differing: memory.failOn.flatMap((word) => compared[word]),
    /** Why two deployments could not be compared, in a sentence. */
    notCompared: compared.parity.find(({ cause }) => cause === 'parity-untold')?.message,
    /** True where `--fail-on drift` had nothing accepted to tell drift from. */
    withoutBaseline: memory.failOn.includes('drift') && memory.accepted === null,
    /** O10: both shown operations refuse the own key, and no protected operation accepts it. */
    keyRefused: learned.keyRefused === true && hasKey,
    refusedToKey: refusedToKey(judged.contracts),
    overcome: overcomeOf(judged.contracts),
    /** O10: products that said one thing to the end, and others before. */
    gone: goneOf(plan.operations, exchanges),
    /** O10: from when on, and until when, the own key was accepted. */
    keyValid: learned.keyValid,
    /** O10: when whoever asked was turned away, the first time first. */
    turnedAway: learned.turnedAway,
    /** Why something else than the Platform API seems to stand there. */
    stranger: circumstances.asksContracts
      ? strangerDoubt(judged.contracts, hasKey)
      : strangerUnderLoad(load, exchanges),
    /** Where every request is sent, if that is elsewhere. */
    wrongBase: wrongBase(exchanges, baseUrl),
    operations: judgedOperations(mainFindings(judged)),
    mostlyLimited: load === null ? [] : mostlyLimited(load),
    /** Whole answers that the load half got; null where it was not asked. */
    loadAnswers: load === null ? null : wholeAnswerCount(load, exchanges),
    /** O11: true where load was refused as limited from its first request to its last. */
    limitedThroughout: load !== null && limitedThroughout(load, exchanges),
    /** O12: the scenario from which on nobody answered to the end of the run. */
    goneUnderLoad: load === null ? null : goneUnderLoad(load, exchanges),
  }
}

/**
 * Which operations the own key asked, and whether they answered it with 401 and 403 alone. §5.3, §5.5: which operations serve which key is not
 * shown, so that no finding tells of a key that most of them refuse.
 */
export function refusedToKey({ outcomes }: Pick<Judged, 'outcomes'>): ReadonlyMap<string, boolean> {
  const answered = [...outcomes.values()].flatMap((outcome) => {
    const { operation, credential } = outcome.probe
    if (operation === null || credential !== 'eligible' || outcome.kind !== 'answer') return []
    return [{ operation, status: outcome.answer.status }]
  })
  const byOperation = Map.groupBy(answered, ({ operation }) => operation)
  return new Map(
    [...byOperation].map(([operation, own]) => [
      operation,
      own.every(({ status }) => status === 401 || status === 403),
    ]),
  )
}

/**
 * How many questions got another answer when they were asked again, and what they had got. O10: what was answered in a spell is judged by what
 * was answered after it, so that no finding tells of the spell.
 */
export function overcomeOf({ outcomes }: Pick<Judged, 'outcomes'>) {
  const first = [...outcomes.values()].flatMap((outcome) => {
    if (outcome.kind !== 'answer') return []
    const look = closeLookOf(outcome.answer)
    const before = outcome.attempts.slice(0, -1).flatMap((attempt) => answerOf(attempt) ?? [])
    const away = before.find(
      (one) => one.status < 500 && mayTurnAway(one) && !isRefusalByLimit(one) && closeLookOf(one) !== look,
    )
    return away === undefined ? [] : [away.status]
  })
  return { questions: first.length, statuses: [...new Set(first)].sort((one, other) => one - other) }
}

/** How many requests of a scenario a limit refused, or of one product in it. */
interface LimitedScenario {
  readonly scenario: string
  readonly product?: string
  readonly limited: number
  readonly requests: number
}

/** O11, O14: a limit is judged where it is asked for, so that no finding tells how much of other load it refused. */
export function mostlyLimited({ scenarios }: LoadRecord): readonly LimitedScenario[] {
  const isMostly = ({ limited, requests }: { readonly limited: number; readonly requests: number }) =>
    2 * limited > requests
  return scenarios.flatMap(({ name, measured }) => {
    if (measured === null) return []
    const { requests, limited } = measured.all
    if (isMostly({ requests, limited })) return [{ scenario: name, limited, requests }]
    return Object.entries(measured.products)
      .filter(([, own]) => isMostly(own))
      .map(([product, own]) => ({ scenario: name, product, limited: own.limited, requests: own.requests }))
  })
}
