import { readFileSync } from 'node:fs'
import { stdout } from 'node:process'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { UsageError } from '../evidence/usage-error.ts'
import { writtenOption } from '../run/options/option.ts'
import { type CommandName, commands } from './commands.ts'
import { dispatch } from './dispatch.ts'

afterEach(() => vi.restoreAllMocks())

/** The standard output of a command line, and its exit code. */
async function said(...words: readonly string[]): Promise<{ readonly code: number; readonly text: string }> {
  let text = ''
  vi.spyOn(stdout, 'write').mockImplementation((part: unknown) => {
    text += String(part)
    return true
  })
  const code = await dispatch(words, {})
  vi.restoreAllMocks()
  return { code, text }
}

const names = Object.keys(commands) as CommandName[]

describe('help', () => {
  test.for(names)('of %s names every documented option, and has examples that can be copied', async (name) => {
    const { code, text } = await said(name, '--help')
    expect(code).toBe(0)
    expect(await said('help', name)).toEqual({ code, text })
    const { examples, options } = await commands[name]()
    for (const table of Object.values(options)) {
      for (const [option, { help }] of Object.entries(table)) {
        if (help === null) expect(text).not.toContain(writtenOption(option))
        else expect(text).toContain(`${writtenOption(option)}`)
      }
    }
    const lines = Object.keys(examples)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) expect(line).toMatch(new RegExp(`^npx suite ${name}( |$)|^npx suite run `))
    for (const line of text.split('\n')) expect(line.length, line).toBeLessThan(120)
  })

  test.for(names)('of %s tells once what its exit codes mean', async (name) => {
    const { text } = await said(name, '--help')
    expect(text.match(/\bExit:? [0-9]/g)).toHaveLength(1)
    const judging: readonly CommandName[] = ['run', 'rejudge', 'merge']
    expect(text.includes('no violation but known ones;')).toBe(judging.includes(name))
    // An interruption is the normal end of serving.
    if (name === 'serve') expect(text).not.toContain('130')
  })

  test('of the suite names every command', async () => {
    const { code, text } = await said('help')
    expect(code).toBe(0)
    expect(await said('--help')).toEqual({ code, text })
    for (const name of names) expect(text).toContain(`suite ${name} `)
    expect(await said()).toEqual({ code: 2, text })
  })
})

test('--version prints the version of package.json', async () => {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  expect(await said('--version')).toEqual({ code: 0, text: `${version}\n` })
})

test('dispatch tells once that the code is loaded, before a command runs, and not for help', async () => {
  const loaded = vi.fn()
  await expect(dispatch(['run', 'gate', '--frobnicate'], {}, loaded)).rejects.toThrow(UsageError)
  expect(loaded).toHaveBeenCalledTimes(1)
  vi.spyOn(stdout, 'write').mockReturnValue(true)
  await dispatch(['run', '--help'], {}, loaded)
  expect(loaded).toHaveBeenCalledTimes(1)
})

test.for([
  [['rnu'], "There is no command 'rnu': did you mean 'run'?"],
  [['help', 'rnu'], "There is no command 'rnu': did you mean 'run'?"],
  [['gate'], "There is no command 'gate': did you mean 'run gate'?"],
  [['frobnicate'], "There is no command 'frobnicate'"],
  [['run', 'gate', '--frobnicate'], "There is no option '--frobnicate'"],
  [['serve', '--lits'], "There is no option '--lits': did you mean '--list'?"],
  [['serve', 'auth'], "serve takes no 'auth'"],
  [['serve', '--limit', 'fixed:20'], "there is no algorithm 'fixed', only none, fixed-window"],
  [['serve', '--port', '70000'], '--port takes a whole number from 0 to 65535'],
  [['serve', '--style', 'flat', '--limit', 'none'], '--limit goes with the reference service'],
  [['report'], 'report takes one run folder'],
  [['rejudge', 'a', 'b'], 'rejudge takes one run folder'],
] as const)('%j is refused in one sentence', async ([words, sentence]) => {
  await expect(dispatch(words, {})).rejects.toThrow(UsageError)
  await expect(dispatch(words, {})).rejects.toThrow(sentence)
})

test('serve --list shows only entries that match the given words', async () => {
  const { text } = await said('serve', '--list', 'auth', 'empty')
  expect(text).toContain('accepts-empty-key-on-post-vote-embed-create')
  expect(text).not.toContain('Limits')
  expect((await said('serve', '--list', 'limit')).text).toContain('…,retry-after=')
  expect((await said('serve', '--list', 'nothing-of-the-sort')).text).toMatch(/^Nothing that can be served/)
})
