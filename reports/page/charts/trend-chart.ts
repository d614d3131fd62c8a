import { isTrusted } from '../../../evidence/results.ts'
import { verdicts } from '../../../evidence/verdict.ts'
import type { PastRun } from '../../formats/format.ts'
import { html, type Markup, type Part } from '../view/markup.ts'
import { bar, type Canvas, chart, label, legend, line, numbers, scale, ticks } from './chart.ts'

const top = 10
const plot = 130
/** Room beside the last run, so that its date is not cut. */
const right = 14

/** Draws the violations of each run, oldest first. A run without a trustworthy answer has a sign instead of a bar. */
export function trendChart(runs: readonly PastRun[]): Markup {
  const told = runs.filter(isTrusted)
  const gaps = runs.length - told.length
  const says = `Violations over ${told.length} runs: ${told[0]?.summary.violation ?? 0} at first, ${told.at(-1)?.summary.violation ?? 0} in the last.${gaps === 0 ? '' : ` ${gaps} without a trustworthy answer.`}`
  const rows = runs
    .toReversed()
    .map(({ id, time, summary, exitCode }) => [
      minute(time),
      id,
      exitCode,
      ...verdicts.map((verdict) => summary[verdict]),
    ])
  return html`${legend([
    [bar('violation', 3, 1, 8, 12), 'violations'],
    ...(gaps === 0
      ? []
      : [[line('quiet', 3, 13, 11, 1, 2), 'no trustworthy answer: nothing is known of that night'] as const]),
  ])}
${chart(says, (canvas) => drawn(runs, canvas))}
${numbers('Counts of past runs', ['Started (UTC)', 'Run', 'Exit', ...verdicts], rows)}`
}

function drawn(runs: readonly PastRun[], { width, narrow }: Canvas) {
  const left = 34
  const most = Math.max(...runs.filter(isTrusted).map(({ summary }) => summary.violation), 1)
  const steps = ticks(most, 4, true)
  const foot = top + plot
  const y = scale(steps.at(-1) ?? 1, foot, top)
  const slot = Math.min(narrow ? 40 : 64, (width - left - right) / runs.length)
  const every = Math.ceil((narrow ? 44 : 64) / slot)
  return {
    height: foot + 40,
    body: [
      steps.map((step) => [line('line', left, y(step), width, y(step)), label(step, left - 8, y(step) + 4, 'end')]),
      runs.map((run, index) => column(run, left + (index + 0.5) * slot, slot, y, foot)),
      runs.map(
        (_, index) => (runs.length - 1 - index) % every === 0 && when(runs, index, left + (index + 0.5) * slot, foot),
      ),
    ],
  }
}

function column(run: PastRun, x: number, slot: number, y: (value: number) => number, foot: number): Part {
  const wide = Math.min(22, slot * 0.6)
  if (!isTrusted(run)) {
    return [0, 1, 2].map((step) =>
      line('quiet', x - wide / 2, foot - 4 - step * 8, x + wide / 2, foot - 14 - step * 8, 2),
    )
  }
  const { violation } = run.summary
  if (violation === 0) return label(0, x, foot - 6, 'middle', 'pass')
  return bar('violation', x - wide / 2, y(violation), wide, foot - y(violation))
}

/** The day of a run. Its time stands below where the run before or after is of the same day. */
function when(runs: readonly PastRun[], index: number, x: number, foot: number): Part {
  const { time } = runs[index] as PastRun
  const day = time.slice(5, 10)
  const isShared = [runs[index - 1], runs[index + 1]].some((other) => other?.time.slice(5, 10) === day)
  return [label(day, x, foot + 16, 'middle'), isShared && label(time.slice(11, 16), x, foot + 32, 'middle')]
}

const minute = (time: string): string => time.slice(0, 16).replace('T', ' ')
