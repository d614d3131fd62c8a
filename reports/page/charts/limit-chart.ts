import { counted } from '../../../evidence/counted.ts'
import type { LimitEvent, LimitResult } from '../../../evidence/load-results.ts'
import { duration } from '../../plain-text.ts'
import { html, type Markup, type Part } from '../view/markup.ts'
import { bar, type Canvas, chart, label, legend, line, numbers, scale, sign, ticks } from './chart.ts'

/** How many rounds are drawn; the table counts all. */
const roundsShown = 10

/** The requests between two waits, and how the wait after them ended. */
type Round = ReturnType<typeof roundOf>

/** Cuts a timeline at the ends of its waits: at each request that was sent when a wait was over. */
export function roundsOf(timeline: readonly LimitEvent[]): readonly Round[] {
  const rounds: Round[] = []
  let open: LimitEvent[] = []
  let waits: readonly LimitEvent[] = []
  for (const event of timeline) {
    if (event.kind === 'wait') {
      waits = [...waits, event]
      continue
    }
    if (event.kind === 'recovered' || event.kind === 'still-refused') {
      const own = endingAt(event.at, waits)
      if (own !== null && open.length > 0) {
        // Waits may overlap, and each is recorded in full length. So only the time since the last request counts.
        rounds.push(roundOf(open, Math.min(own.ms ?? 0, event.at - (open.at(-1)?.at ?? 0)), event.kind))
        open = []
      }
      waits = waits.filter((wait) => wait !== own)
    }
    open.push(event)
  }
  return open.length === 0 ? rounds : [...rounds, roundOf(open, waits[0]?.ms ?? null, null)]
}

/** The open wait that ends nearest to a time; null where none is open. */
function endingAt(at: number, waits: readonly LimitEvent[]): LimitEvent | null {
  const off = (wait: LimitEvent) => Math.abs(wait.at + (wait.ms ?? 0) - at)
  return waits.reduce<LimitEvent | null>((best, one) => (best === null || off(one) < off(best) ? one : best), null)
}

function roundOf(
  events: readonly LimitEvent[],
  /** The wait after the round, milliseconds; null where there was none. */
  waitedMs: number | null,
  /** The answer to the first request after the wait; null where there was none. */
  after: 'recovered' | 'still-refused' | null,
) {
  const of = (...kinds: LimitEvent['kind'][]) => events.filter(({ kind }) => kinds.includes(kind)).length
  return {
    /** The first request, milliseconds from the start of the scenario. */
    at: events[0]?.at ?? 0,
    answered: of('accepted', 'recovered'),
    refused: of('refused', 'still-refused'),
    failed: of('failed'),
    waitedMs,
    after,
  }
}

/** Draws the requests answered and refused between waits: a row for each round, and the quota where one was inferred. */
export function limitChart(limit: LimitResult): Markup {
  const rounds = roundsOf(limit.timeline)
  const shown = rounds.slice(0, roundsShown)
  const says = `Requests between waits. ${shown.map(inWords).join(' ')}`
  return html`${legend([
    [bar('accent', 1, 3, 12, 8), 'answered'],
    [bar('inconclusive', 1, 3, 12, 8), 'refused as rate limited'],
    [mark('recovered', 7, 7), 'served again after the wait'],
    [mark('still-refused', 7, 7), 'refused again after the wait'],
  ])}
${chart(says, (canvas) => drawn(shown, limit.quota, canvas))}
${table(limit, rounds)}`
}

export function inWords({ answered, refused, failed, waitedMs, after }: Round): string {
  const lost = failed === 0 ? '' : `, ${failed} without an answer`
  const waited = waitedMs === null ? '' : `, then a wait of ${duration(waitedMs)}`
  const told = after === null ? '' : after === 'recovered' ? ', then served again' : ', then refused again'
  return `${counted(answered, 'request')} answered, ${refused} refused${lost}${waited}${told}.`
}

const rowHeight = 28
const barHeight = 16
const top = 26

function drawn(rounds: readonly Round[], quota: number | null, { width, narrow }: Canvas) {
  const left = narrow ? 62 : 96
  const right = narrow ? 84 : 150
  const most = Math.max(quota ?? 0, ...rounds.map(({ answered, refused, failed }) => answered + refused + failed))
  const steps = ticks(most, narrow ? 3 : 6, true)
  const x = scale(steps.at(-1) ?? 1, left, width - right)
  const foot = top + rounds.length * rowHeight
  return {
    height: foot + 38,
    body: [
      steps.map((step) => [line('line', x(step), top, x(step), foot), label(step, x(step), foot + 16, 'middle')]),
      label('requests since the last wait', (left + width - right) / 2, foot + 34, 'middle'),
      rounds.map((round, index) => row(round, top + (index + 0.5) * rowHeight, x, narrow)),
      quota !== null && [
        line('quiet', x(quota), top - 6, x(quota), foot, 1, true),
        label(`quota ${quota}`, x(quota), top - 12, 'middle'),
      ],
    ],
  }
}

function row(round: Round, y: number, x: (value: number) => number, narrow: boolean): Part {
  const { at, answered, refused, waitedMs, after } = round
  const end = x(answered + refused)
  const waited = waitedMs === null ? '' : `${narrow ? '' : 'waited '}${duration(waitedMs)}`
  return [
    label(`at ${duration(at)}`, 0, y + 4),
    bar('accent', x(0), y - barHeight / 2, x(answered) - x(0) - 1, barHeight),
    bar('inconclusive', x(answered), y - barHeight / 2, end - x(answered), barHeight),
    answered > 0 && x(answered) - x(0) > 26 && label(answered, x(answered) - 6, y + 4, 'end', 'ground'),
    refused > 0 && end - x(answered) > 22 && label(refused, end - 6, y + 4, 'end', 'ground'),
    // The sign stands before the text, whose length depends on the wait and on the reader's font.
    after !== null && mark(after, end + 14, y),
    waited !== '' && label(waited, end + 26, y + 4),
  ]
}

function mark(after: 'recovered' | 'still-refused', x: number, y: number): Markup {
  return after === 'recovered' ? sign('triangle', 'pass', x, y) : sign('cross', 'inconclusive', x, y)
}

function table(limit: LimitResult, rounds: readonly Round[]): Markup {
  const { quotaInterval, windowIntervalMs, refillPerSecond, refillInterval, retryAfter } = limit
  const sum = (part: 'answered' | 'refused' | 'failed') => rounds.reduce((total, round) => total + round[part], 0)
  const waits = rounds.filter(({ waitedMs }) => waitedMs !== null)
  const between = (interval: readonly [number, number] | null, unit: string) =>
    interval === null ? '' : `, between ${interval.map((end) => Number(end.toPrecision(4))).join(' and ')} ${unit}`
  return numbers(
    `Numbers of the limit on ${limit.operation}`,
    ['What', 'Value'],
    [
      ['Requests answered', sum('answered')],
      ['Refused', sum('refused')],
      ['Without an answer', sum('failed')],
      ['Waits', waits.map(({ waitedMs }) => duration(waitedMs ?? 0)).join(', ') || 'none'],
      ['Served again after a wait', `${waits.filter(({ after }) => after === 'recovered').length} of ${waits.length}`],
      ['Quota', limit.quota === null ? 'not told' : `${limit.quota}${between(quotaInterval, 'requests')}`],
      [
        'Window',
        limit.windowMs === null ? 'not told' : `${duration(limit.windowMs)}${between(windowIntervalMs, 'ms')}`,
      ],
      [
        'Refill',
        refillPerSecond === null ? 'not told' : `${refillPerSecond} a second${between(refillInterval, 'a second')}`,
      ],
      ['Retry-After', retryAfter.form ?? 'not seen'],
    ],
  )
}
