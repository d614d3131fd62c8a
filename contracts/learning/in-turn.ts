import { oncePer } from '../../evidence/once-per.ts'
import type { Answer } from '../answer.ts'
import { equalsUnknown } from '../equal-answers.ts'

/** How many kinds of answers are told apart at most. More of them are no replicas: each answer is drawn by chance. */
const mostKinds = 8

/** Unknown paths in so many folders must get an answer of a kind. In one folder, a route that nobody lists may answer. */
const fewestFolders = 2

const folderOf = ({ exchange }: Answer) => exchange.request.target.replace(/[^/]*$/, '')
const pairOf = (one: number, other: number) => [one, other].sort().join(' ')

/** True for two answers of which it is chance which one comes: replicas may have a generic 404 each. */
export type InTurn = (one: Answer, other: Answer) => boolean

/** What unknown routes showed: kinds of answers, in how many folders each came, and which came together. */
interface Seen {
  readonly kindOf: (answer: Answer) => number
  readonly folders: ReadonlyMap<number, ReadonlySet<string>>
  readonly together: ReadonlySet<string>
}

function seenIn(sets: readonly (readonly Answer[])[]): Seen {
  const kinds: Answer[] = []
  const find = (answer: Answer) => kinds.findIndex((kind) => equalsUnknown(answer, [[kind]]))
  const folders = new Map<number, Set<string>>()
  const together = new Set<string>()
  for (const answers of sets) {
    const found = new Set<number>()
    for (const answer of answers) {
      const known = find(answer)
      const kind = known === -1 && kinds.length < mostKinds ? kinds.push(answer) - 1 : known
      found.add(kind)
      folders.set(kind, (folders.get(kind) ?? new Set()).add(folderOf(answer)))
    }
    for (const one of found) for (const other of found) if (one !== other) together.add(pairOf(one, other))
  }
  return { kindOf: oncePer(find), folders, together }
}

/** Learns which answers of unknown routes come in turn: both in one set (one kind of question in one place), each in several folders. */
export function learnInTurn(sets: readonly (readonly Answer[])[]): InTurn {
  // Made on demand: few deployments have an operation of which it is asked.
  let seen: Seen | null = null
  return (one, other) => {
    seen ??= seenIn(sets)
    const { kindOf, folders, together } = seen
    const kinds = [kindOf(one), kindOf(other)] as const
    const areWide = kinds.every((kind) => kind !== -1 && (folders.get(kind)?.size ?? 0) >= fewestFolders)
    return areWide && together.has(pairOf(...kinds))
  }
}
