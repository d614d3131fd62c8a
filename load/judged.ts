import type { Exchange } from '../evidence/exchange.ts'
import { type RetryAfter, readRetryAfter } from '../evidence/retry-after.ts'
import { headerValue, headerValues } from '../fixtures/headers.ts'

import type { Scope } from './limiter/limiter.ts'

/** How the code of an answer was read; the same words as the contracts' learning uses. */
export type CodeReading =
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'other'; readonly text: string }
  | { readonly kind: 'ambiguous'; readonly codes: readonly string[] }
  | { readonly kind: 'none' }

/** Reads an answer's code at the places that the run learned (O5a). */
export type CodeOf = (exchange: Exchange) => CodeReading

/** What was asked of a scenario and how it ended: plain data, so that a recording can be judged again. Milliseconds. */
export interface ScenarioRecord {
  readonly name: string
  readonly budget: { readonly requests: number; readonly ms: number }
  /** Requests that a scenario of known length consists of; null where the service decides it. */
  readonly planned: number | null
  /** Why it was not run, or null. */
  readonly skipped: string | null
  /** What the script said at its end: its kind, and the requests it counted; null where it did not reach its end. */
  readonly end: { readonly kind: string; readonly why: string | null; readonly requests: number } | null
  readonly endedBy: 'itself' | 'time' | 'silence' | 'interrupt' | 'failed'
  /** For people only: k6's exit code decides nothing. */
  readonly exitCode: number | null
  readonly unreadable: number
  readonly lastWords: readonly string[]
  readonly durationMs: number
  readonly k6Version: string | null
}

/** An operation as the judges need it. */
export interface Judged {
  readonly id: string
  /** Null where it is not among the operations of the run. */
  readonly product: string | null
  readonly path: string
}

/** Everything that the limit's judges look at. */
export interface LimitView {
  readonly operation: Judged
  /** The statuses of errors are shown for it (§7.1). */
  readonly shown: boolean
  /** Nobody else uses the key: what it is refused is of our making. */
  readonly quietKey: boolean
  readonly record: ScenarioRecord
  /** Those to the operation itself, in the order of sending. */
  readonly own: readonly Exchange[]
  /** The question to another product, while refused. */
  readonly scope: readonly Exchange[]
  readonly codeOf: CodeOf
  /** Whom the limit concerns by repeated pairs; null where they were not made. */
  readonly voted: Scope | null
}

export const phaseOf = (exchange: Exchange) => exchange.facts?.['phase'] ?? null
export const statusOf = (exchange: Exchange) => exchange.response?.status ?? null
/** When the answer came, by our clock. */
export const receivedAt = (exchange: Exchange) => exchange.startedAt + exchange.endMs

/** A fact that is a number, or null. */
export function numberOf(exchange: Exchange, fact: string): number | null {
  const value = exchange.facts?.[fact]
  return typeof value === 'number' ? value : null
}

/** The ids of the first few: evidence, not the whole recording. */
export const idsOf = (exchanges: readonly Exchange[]) => exchanges.slice(0, 5).map((exchange) => exchange.id)

export function is429(exchange: Exchange): boolean {
  return statusOf(exchange) === 429
}

/** Retry-After of an answer (O15). */
export function retryAfterOf(exchange: Exchange): RetryAfter {
  const headers = exchange.response?.headers ?? []
  return readRetryAfter(headerValues(headers, 'Retry-After'), headerValue(headers, 'Date'), receivedAt(exchange))
}

/** The wait that an answer named, milliseconds, or null. */
export function toldBy(exchange: Exchange): number | null {
  const asked = retryAfterOf(exchange)
  return asked.kind === 'seconds' || asked.kind === 'date' ? asked.waitMs : null
}

/** The code in a few words, for `observed`. */
export function wordsOf(reading: CodeReading): string {
  if (reading.kind === 'code') return reading.code
  if (reading.kind === 'other') return `the code '${reading.text.slice(0, 60)}'`
  return reading.kind === 'none' ? 'no code' : `several codes (${reading.codes.join(', ')})`
}

/** Milliseconds as seconds with at most one digit behind the point. */
export const seconds = (ms: number) => `${Math.round(ms / 100) / 10} s`
