import type { LimitEvent, LimitResult } from '../../../evidence/results.ts'
import { duration } from '../../plain-text.ts'
import { limitLine, retryAfterLine } from '../../story.ts'
import { html, type Markup } from '../markup.ts'
import { chart, colour, numbers } from './chart.ts'

const cross = 'path://M2,0 L5,3 L8,0 L10,2 L7,5 L10,8 L8,10 L5,7 L2,10 L0,8 L3,5 L0,2 Z'

/** More signs than this do not fit beside each other anyway. */
const signsShown = 400

type Point = readonly [seconds: number, answered: number | null]

/** A limit's story, cut into what a chart draws. */
interface Story {
  /** Requests answered since the last wait, as time goes on. */
  readonly answered: readonly Point[]
  readonly refused: readonly Point[]
  readonly recovered: readonly Point[]
  readonly stillRefused: readonly Point[]
  readonly waits: readonly (readonly [from: number, to: number])[]
  /** When each round began: with its first answer after a wait. */
  readonly rounds: readonly number[]
  /** Of all, those that are not drawn included. */
  readonly counts: { readonly answered: number; readonly refused: number }
}

/** Reads a timeline: what was answered counts up, and a wait takes it back to nothing. */
export function storyOf(timeline: readonly LimitEvent[]): Story {
  const answered: Point[] = []
  const signs: Record<'refused' | 'recovered' | 'still-refused', Point[]> = {
    refused: [],
    recovered: [],
    'still-refused': [],
  }
  const waits: [number, number][] = []
  const rounds: number[] = []
  let count = 0
  let waited = true
  for (const { at, kind, ms = 0 } of timeline) {
    const seconds = at / 1000
    if (kind === 'wait') {
      answered.push([seconds, count], [seconds, null])
      waits.push([seconds, seconds + ms / 1000])
      count = 0
      waited = true
    } else if (kind === 'accepted' || kind === 'recovered') {
      if (waited) rounds.push(seconds)
      waited = false
      count += 1
      answered.push([seconds, count])
      if (kind === 'recovered') signs.recovered.push([seconds, count])
    } else if (kind !== 'failed') {
      signs[kind].push([seconds, count])
    }
  }
  const shown = (points: Point[]) => points.slice(0, signsShown)
  return {
    answered,
    refused: shown(signs.refused),
    recovered: shown(signs.recovered),
    stillRefused: shown(signs['still-refused']),
    waits,
    rounds,
    counts: {
      answered: timeline.filter(({ kind }) => kind === 'accepted' || kind === 'recovered').length,
      refused: signs.refused.length,
    },
  }
}

/** Draws what was sent, refused and waited for at a limit, with the quota and the window that were inferred. */
export function limitChart(limit: LimitResult, index: number): Markup {
  const story = storyOf(limit.timeline)
  const says = `Requests over time. ${limitLine(limit)}. ${retryAfterLine(limit)}.`
  const signs = [
    ['refused', story.refused, cross, 'inconclusive'],
    ['served again', story.recovered, 'triangle', 'pass'],
    ['refused again after the wait', story.stillRefused, cross, 'violation'],
  ] as const
  const top = Math.max(limit.quota ?? 0, ...story.answered.map(([, count]) => count ?? 0))
  const drawn = chart(`limit-${index}`, says, 300, (narrow) => ({
    grid: { left: 36, right: 16, top: narrow ? 72 : 44, bottom: 40 },
    legend: { top: 0, left: 0, itemHeight: 9, itemWidth: 16, itemGap: 26, textStyle: { color: colour('text') } },
    xAxis: axis('seconds', narrow),
    yAxis: { ...axis('', false), minInterval: 1, max: Math.ceil(top * 1.25) },
    series: [
      {
        name: 'answered since the last wait',
        type: 'line',
        step: 'end',
        symbol: 'none',
        lineStyle: { color: colour('accent'), width: 1.5 },
        itemStyle: { color: colour('accent') },
        data: story.answered,
        markArea: { silent: true, itemStyle: { color: colour('shade') }, data: story.waits.map(waitArea) },
        markLine: markLine(limit, story, top),
      },
      ...signs
        .filter(([, points]) => points.length > 0)
        .map(([name, points, symbol, role]) => ({
          name,
          type: 'scatter',
          symbol,
          symbolSize: 9,
          itemStyle: { color: colour(role), opacity: 1 },
          data: points,
        })),
    ],
  }))
  return html`${drawn}${table(limit, story)}`
}

function waitArea([from, to]: readonly [number, number]) {
  return [{ xAxis: from }, { xAxis: to }]
}

/** The inferred quota as a level, the inferred window as a bar from where each round began. */
function markLine({ quota, windowMs }: LimitResult, { rounds }: Story, top: number) {
  const level =
    quota === null ? [] : [{ yAxis: quota, label: { formatter: `quota ${quota}`, position: 'insideEndTop' } }]
  const bars =
    windowMs === null
      ? []
      : rounds.slice(0, 12).map((start, index) => [
          {
            coord: [start, top * 1.15],
            lineStyle: { type: 'solid', width: 3 },
            label: { show: index === 0, formatter: `window ${duration(windowMs)}`, position: 'insideStartTop' },
          },
          { coord: [start + windowMs / 1000, top * 1.15] },
        ])
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { color: colour('text'), type: 'dashed', width: 1 },
    label: { color: colour('text'), textBorderWidth: 0 },
    data: [...level, ...bars],
  }
}

function axis(name: string, narrow: boolean) {
  return {
    type: 'value',
    name,
    nameLocation: 'middle',
    nameGap: 24,
    nameTextStyle: { color: colour('text') },
    splitNumber: narrow ? 4 : 8,
    axisLabel: { color: colour('text') },
    axisLine: { lineStyle: { color: colour('line') } },
    axisTick: { show: false },
    splitLine: { show: name === '', lineStyle: { color: colour('line') } },
  }
}

function table(limit: LimitResult, { counts, waits }: Story): Markup {
  const { quotaInterval, windowIntervalMs, refillPerSecond, refillInterval, retryAfter } = limit
  const between = (interval: readonly [number, number] | null, unit: string) =>
    interval === null ? 'not told' : `between ${interval[0]} and ${interval[1]} ${unit}`
  return numbers(
    `Numbers of the limit on ${limit.operation}`,
    ['What', 'Value'],
    [
      ['Requests answered', counts.answered],
      ['Refused', counts.refused],
      ['Waits', waits.map(([from, to]) => duration((to - from) * 1000)).join(', ') || 'none'],
      ['Quota', limit.quota === null ? 'not told' : `${limit.quota}, ${between(quotaInterval, 'requests')}`],
      [
        'Window',
        limit.windowMs === null ? 'not told' : `${duration(limit.windowMs)}, ${between(windowIntervalMs, 'ms')}`,
      ],
      [
        'Refill',
        refillPerSecond === null ? 'not told' : `${refillPerSecond} a second, ${between(refillInterval, 'a second')}`,
      ],
      ['Retry-After', retryAfter.form ?? 'not seen'],
      ['Served again after waiting', `${retryAfter.recovered} of ${retryAfter.trials}`],
    ],
  )
}
