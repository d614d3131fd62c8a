import { expect, test } from 'vitest'
import { verdicts } from '../../evidence/verdict.ts'
import { reportedRun } from '../../trust/recordings/recordings.ts'
import { only, withHostileText } from '../../trust/recordings/variants.ts'
import { rendered } from '../../trust/tools/rendered.ts'
import { formats } from './formats.ts'
import { message } from './message.ts'

const failed = reportedRun('broken')
const hostile = withHostileText(reportedRun('broken'))
const empty = only(reportedRun('broken'), [])

test.for(formats)('$file renders all five verdicts', (format) => {
  const text = rendered(format, failed.results, failed)
  for (const verdict of verdicts) expect(text).toContain(verdict)
})

test.for(verdicts.flatMap((verdict) => formats.map((format) => [format.file, verdict, format] as const)))(
  '%s renders a run whose only verdict is %s',
  ([_, verdict, format]) => {
    const run = only(reportedRun('broken'), [verdict])
    expect(rendered(format, run.results, run)).toContain(verdict)
  },
)

test.for(formats)('$file renders a run without findings as no trustworthy answer', (format) => {
  const text = rendered(format, empty.results, empty)
  expect(text).toContain('NO TRUSTWORTHY ANSWER')
})

test.for(formats)('$file gives the same bytes again, at any time', (format) => {
  const again = reportedRun('broken')
  expect(rendered(format, again.results, again)).toBe(rendered(format, failed.results, failed))
})

test.for(formats)('$file writes a hostile answer as harmless text', (format) => {
  const text = rendered(format, hostile.results, hostile)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
  expect(text).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202e\u2028]/)
  expect(text.isWellFormed()).toBe(true)
  if (format.file === 'summary.md' || format.file === 'junit.xml') expect(text).not.toMatch(/<(script|img)/)
})

test('a chat message tells why a run is not green, and mentions nobody', () => {
  const outcome =
    'Every request is redirected (302) to https://<!channel>@elsewhere: the base address is not that of the API.'
  const { results } = failed
  const told = rendered(message, { ...results, run: { ...results.run, exitCode: 2, outcome } }, failed)
  expect(JSON.parse(told).text).toContain('redirected (302) to https://!channelelsewhere: the base address')
  expect(JSON.parse(rendered(message, results, failed)).text).toContain(results.run.outcome)
  const passed = rendered(message, { ...results, run: { ...results.run, exitCode: 0 } }, failed)
  expect(JSON.parse(passed).text).not.toContain(results.run.outcome)
})

test('every format has a file of its own', () => {
  const files = formats.map(({ file }) => file)
  expect(new Set(files).size).toBe(formats.length)
  expect(files).toEqual(expect.arrayContaining(['summary.md', 'junit.xml', 'ctrf.json']))
})
