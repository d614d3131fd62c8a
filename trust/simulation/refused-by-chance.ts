import { type Admission, type Limiter, refusedFor, served } from '../../fixtures/limiters.ts'
import { seededRandom } from '../../fixtures/random.ts'
import { type PacedFigures, pacedRun } from './paced-run.ts'

/** A deployment that refuses a random share of all requests, and tells to wait for a second. */
export interface ChanceScene {
  /** 0.02 = one request of fifty. */
  readonly share: number
  readonly latencyMs: number
  /** @default 429 */
  readonly status?: 429 | 503
  readonly requests: number
  readonly seed: number
}

/** The figures of a paced run, and the seconds of a client that keeps the waits but never slows down. */
export interface ChanceFigures extends PacedFigures {
  readonly waitsAlone: number
}

const concurrency = 16
const toldMs = 1_000

/** Sends a plan to a deployment that refuses by chance, in virtual time. */
export async function chanceRun({ share, status = 429, ...scene }: ChanceScene): Promise<ChanceFigures> {
  const refusals = seededRandom(scene.seed * 7_919)
  const make = (): Limiter => ({ take: (): Admission => (refusals() < share ? refusedFor(toldMs) : served) })
  const limit = { make, per: 'address', perSecond: 10_000, retryAfter: 'seconds', status } as const
  const figures = await pacedRun({ ...scene, ...limit, jitter: 0.2, concurrency })
  return { ...figures, waitsAlone: median([1, 2, 3, 4, 5].map((seed) => waitsAlone({ share, ...scene, seed }))) }
}

/** The seconds of a client that always sends at full speed, except that each wait holds all its requests. */
function waitsAlone({ share, latencyMs, requests, seed }: ChanceScene): number {
  const random = seededRandom(seed)
  let underWay: { readonly endsAt: number; readonly isRefused: boolean }[] = []
  let [now, heldUntil, left] = [0, 0, requests]
  while (left > 0 || underWay.length > 0) {
    while (left > 0 && underWay.length < concurrency && now >= heldUntil) {
      left -= 1
      underWay.push({ endsAt: now + latencyMs * (0.8 + 0.4 * random()), isRefused: random() < share })
    }
    const next = Math.min(...underWay.map(({ endsAt }) => endsAt))
    now = Math.min(next, left > 0 && heldUntil > now ? heldUntil : next)
    const ended = underWay.filter(({ endsAt }) => endsAt <= now)
    underWay = underWay.filter(({ endsAt }) => endsAt > now)
    const refused = ended.filter(({ isRefused }) => isRefused).length
    left += refused
    if (refused > 0) heldUntil = now + toldMs
  }
  return now / 1_000
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
