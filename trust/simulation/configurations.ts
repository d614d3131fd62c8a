import type { SimulatedLimit } from './limiters.ts'
import { logUniform } from './random.ts'

/** The classes of limiters in the figures. Configurations are random: quota 5 to 200, window 1 to 60 s, both log-uniform. */
export const classes = [
  'fixed-epoch',
  'fixed-first',
  'sliding-log',
  'sliding-log-refused',
  'sliding-counter',
  'counter-first',
  'counter-first-refused',
  'token-bucket',
  'steps',
  'gcra',
  'concurrency',
  'none',
  'two-windows',
  'random',
  'ban',
  'block',
] as const

export type ClassName = (typeof classes)[number]

/** The right inference for each class. */
export const expected = {
  'fixed-epoch': 'fixed-window',
  'fixed-first': 'fixed-window',
  'sliding-log': 'sliding-log',
  'sliding-log-refused': 'sliding-log',
  'sliding-counter': 'sliding-counter',
  'counter-first': 'sliding-counter',
  'counter-first-refused': 'sliding-counter',
  'token-bucket': 'token-bucket',
  steps: 'token-bucket',
  gcra: 'token-bucket',
  concurrency: 'concurrency',
  none: 'none',
  'two-windows': 'inconclusive',
  random: 'inconclusive',
  ban: 'inconclusive',
  block: 'inconclusive',
} as const satisfies Record<ClassName, string>

/** A random configuration of a class. */
export function configuration(name: ClassName, random: () => number): SimulatedLimit {
  const quota = Math.round(logUniform(random, 5, 200))
  const windowMs = logUniform(random, 1000, 60_000)
  const phase = random() * windowMs
  switch (name) {
    case 'fixed-epoch':
    case 'sliding-counter':
      return { kind: name, quota, windowMs, phase }
    case 'fixed-first':
    case 'sliding-log':
    case 'sliding-log-refused':
    case 'counter-first':
    case 'counter-first-refused':
      return { kind: name, quota, windowMs }
    case 'token-bucket':
    case 'gcra':
      return { kind: name, depth: quota, perSecond: (1000 * quota) / windowMs }
    case 'steps':
      return steps(quota, windowMs, random)
    case 'concurrency':
      return { kind: name, places: Math.round(logUniform(random, 2, 50)), serviceMs: logUniform(random, 20, 300) }
    case 'none':
      return { kind: 'none' }
    case 'two-windows':
      return twoWindows(quota, windowMs, random)
    case 'random':
      return { kind: 'random', share: 0.1 + 0.5 * random() }
    case 'ban':
      return ban(quota, windowMs, phase, random)
    case 'block':
      return block(quota, windowMs, phase, random)
  }
}

/** A timer gives one token to half of the depth at a time, and fills the bucket in a window. */
function steps(depth: number, windowMs: number, random: () => number): SimulatedLimit {
  const tokens = Math.max(1, Math.round(depth * 0.5 * random()))
  return { kind: 'steps', depth, tokens, everyMs: (windowMs * tokens) / depth }
}

/** Two windows that both refuse: the longer one allows 1.5 to 3.5 times as much in 3 to 8 times as long. */
function twoWindows(quota: number, windowMs: number, random: () => number): SimulatedLimit {
  const kind = random() < 0.5 ? 'sliding-log' : 'fixed-first'
  const second = { quota: Math.ceil(quota * (1.5 + 2 * random())), windowMs: windowMs * (3 + 5 * random()) }
  return { kind: 'two-windows', first: { kind, quota, windowMs }, second: { kind, ...second } }
}

/** Each refusal by the window bans the client for a random time, half to twice the window. */
function ban(quota: number, windowMs: number, phase: number, random: () => number): SimulatedLimit {
  const inner: SimulatedLimit =
    random() < 0.5 ? { kind: 'fixed-epoch', quota, windowMs, phase } : { kind: 'sliding-log', quota, windowMs }
  return { kind: 'ban', inner, shortestMs: windowMs / 2, longestMs: windowMs * 2 }
}

/** The first refusal by any kind of window blocks the client for a fixed time, one to three times the window. */
function block(quota: number, windowMs: number, phase: number, random: () => number): SimulatedLimit {
  const kind = random()
  const first: SimulatedLimit = { kind: kind < 0.5 ? 'fixed-first' : 'sliding-log', quota, windowMs }
  const inner: SimulatedLimit = kind < 0.75 ? first : { kind: 'fixed-epoch', quota, windowMs, phase }
  return { kind: 'block', inner, lengthMs: windowMs * (1 + 2 * random()), restarts: random() < 0.5 }
}
