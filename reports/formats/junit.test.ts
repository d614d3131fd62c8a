import { describe, expect, test } from 'vitest'
import type { Results } from '../../evidence/results.ts'
import { recordingNames, reportedRun } from '../../trust/recordings/recordings.ts'
import { only, withHostileText } from '../../trust/recordings/variants.ts'
import { rendered } from '../../trust/tools/rendered.ts'
import { type Element, readXml } from '../../trust/tools/xml.ts'
import { junit } from './junit.ts'

const { results, ...evidence } = withHostileText(reportedRun('broken'))
const document = readXml(rendered(junit, results, evidence))
const cases = document.children.flatMap((suite) => suite.children)

function child(element: Element, name: string): Element | undefined {
  return element.children.find((candidate) => candidate.name === name)
}

function property(element: Element, name: string): string | undefined {
  const properties = child(element, 'properties')?.children ?? []
  return properties.find(({ attributes }) => attributes['name'] === name)?.attributes['value']
}

/** The names, the order and the required attributes on which the schemas of Jenkins, Surefire and pytest agree. */
const allowed: Readonly<
  Record<string, { readonly children: readonly string[]; readonly required: readonly string[] }>
> = {
  testsuites: { children: ['testsuite'], required: ['name', 'tests', 'failures', 'errors', 'skipped', 'time'] },
  testsuite: {
    children: ['testcase'],
    required: ['name', 'tests', 'failures', 'errors', 'skipped', 'time', 'timestamp'],
  },
  testcase: {
    children: ['properties', 'skipped', 'error', 'failure', 'system-out'],
    required: ['classname', 'name', 'time'],
  },
  properties: { children: ['property'], required: [] },
  property: { children: [], required: ['name', 'value'] },
  skipped: { children: [], required: ['message'] },
  failure: { children: [], required: ['message', 'type'] },
  error: { children: [], required: ['message', 'type'] },
  'system-out': { children: [], required: [] },
}

function conform(element: Element): void {
  const rule = allowed[element.name]
  if (rule === undefined) throw new Error(`no such element: ${element.name}`)
  for (const name of rule.required) expect(element.attributes, element.name).toHaveProperty(name)
  const places = element.children.map(({ name }) => rule.children.indexOf(name))
  expect(Math.min(...places, 0), `${element.name} holds what it may`).toBe(0)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  element.children.forEach(conform)
}

test('the document has the shape that its readers expect', () => conform(document))

test('there is a suite for each product and one for the run, and their counts add up', () => {
  const names = document.children.map(({ attributes }) => attributes['name'])
  expect(names).toEqual(expect.arrayContaining(['run', 'Embeds', 'Payments', 'whole service']))
  expect(new Set(names).size).toBe(names.length)
  for (const suite of document.children) {
    expect(Number(suite.attributes['tests'])).toBe(suite.children.length)
    const failures = suite.children.filter((one) => child(one, 'failure') !== undefined)
    expect(Number(suite.attributes['failures'])).toBe(failures.length)
  }
  expect(Number(document.attributes['tests'])).toBe(results.findings.length + 1)
  expect(Number(document.attributes['failures'])).toBe(results.summary.violation)
})

test('every finding is a test case with its verdict as a property', () => {
  const seen = new Map(cases.map((one) => [property(one, 'id'), one]))
  for (const { id, verdict, message } of results.findings) {
    const one = seen.get(id)
    if (one === undefined) throw new Error(`no test case for ${id}`)
    expect(property(one, 'verdict')).toBe(verdict)
    expect(child(one, 'failure') !== undefined).toBe(verdict === 'violation')
    const skipped = child(one, 'skipped')
    expect(skipped !== undefined).toBe(verdict === 'inconclusive' || verdict === 'not-exercised')
    if (skipped !== undefined) expect(skipped.attributes['message']).toContain(message.slice(0, 40).trim())
  }
})

test('hostile text is read back as plain text', () => {
  const failure = cases.map((one) => child(one, 'failure')).find((one) => one !== undefined)
  expect(failure?.text).toContain('</script><script>window.hacked=1</script>')
  expect(failure?.text).toContain(']]>')
  expect(failure?.text).toContain('␀')
})

describe('the run is a test case of its own', () => {
  test.for([
    [0, undefined],
    [2, 'error'],
    [130, 'error'],
  ] as const)('exit %s', ([exitCode, element]) => {
    const empty = only(reportedRun('broken'), ['pass'])
    const run: Results['run'] = { ...empty.results.run, exitCode, outcome: 'So it is.' }
    const read = readXml(rendered(junit, { ...empty.results, run }, empty))
    const marks = read.children[0]?.children[0]?.children.map(({ name }) => name)
    expect(marks).toEqual(element === undefined ? ['properties'] : ['properties', element])
  })

  test('exit 1 without a violation fails the test case of the run', () => {
    const passed = only(reportedRun('broken'), ['pass'])
    const run: Results['run'] = { ...passed.results.run, exitCode: 1, outcome: 'Two observations drifted.' }
    expect(readXml(rendered(junit, { ...passed.results, run }, passed)).attributes['failures']).toBe('1')
  })
})

test.for(recordingNames)('the times of all test cases add up to the time of the run: %s', (name) => {
  const { results: own, ...seen } = reportedRun(name)
  const read = readXml(rendered(junit, own, seen))
  expect(Number(read.attributes['time'])).toBeCloseTo(own.run.durationMs / 1000, 2)
})

test('each failure message begins with the status, and the gravest failure comes first', () => {
  const { results: own, ...seen } = reportedRun('broken')
  const ads = readXml(rendered(junit, own, seen)).children.find(({ attributes }) => attributes['name'] === 'Ads')
  const failures = ads?.children.flatMap((one) => child(one, 'failure')?.attributes['message'] ?? []) ?? []
  expect(failures[0]).toMatch(/^502, expected an answer below 500\. It answers with a server error/)
  expect(failures.at(-1)).toMatch(/^404, expected /)
  expect(ads?.children[0]?.attributes['classname']).toBe('Platform API.Ads')
})

describe('a cause of many violations', () => {
  const [first] = results.findings.filter(({ verdict, known }) => verdict === 'violation' && known === undefined)
  if (first === undefined) throw new Error('no violation')
  const paths = Array.from({ length: 30 }, (_, nth) => `GET /api/team/${nth}/all`)
  const many = paths.map((operation, nth) => ({ ...first, id: `${nth}`.padStart(12, '0'), operation }))
  const run: Results = { ...results, findings: many, summary: { ...results.summary, violation: many.length } }
  const written = readXml(rendered(junit, run, evidence))
  const [told, ...others] = written.children
    .flatMap((suite) => suite.children)
    .filter((one) => property(one, 'cause') !== undefined)

  test('is one failure that lists the operations', () => {
    conform(written)
    expect(written.attributes['failures']).toBe('1')
    const failure = told === undefined ? undefined : child(told, 'failure')
    expect(failure?.attributes['message']).toMatch(/^30 violations on 30 operations: /)
    expect(paths.filter((path) => !failure?.text.includes(path))).toEqual([])
  })

  test('has other test cases that refer to this failure and keep their verdict', () => {
    expect(others).toHaveLength(29)
    for (const one of others) {
      expect(child(one, 'skipped')?.attributes['message']).toContain(`told with ${paths[0]}`)
      expect(property(one, 'verdict')).toBe('violation')
    }
  })
})
