import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

/** A process that runs until a signal ends it, like a command before it watches for signals. */
function started(more = '') {
  const file = resolve(import.meta.dirname, 'interruption.ts')
  const script = `import { endOnSignals, watchInterruption } from '${file}'
endOnSignals(); ${more}; setInterval(() => {}, 1000); console.log('up')`
  return spawn(process.execPath, ['--input-type=module', '-e', script])
}

test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s before a run watches for signals is told, with exit 130',
  async (signal) => {
    const child = started()
    let said = ''
    child.stderr.on('data', (bytes) => {
      said += bytes
    })
    await once(child.stdout, 'data')
    child.kill(signal)
    expect(await once(child, 'close')).toEqual([130, null])
    expect(said).toBe(`Interrupted (${signal}): nothing was asked.\n`)
  },
)

test('a signal after the end of a run leaves its exit code as it is', async () => {
  const child = started('process.exitCode = 1')
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([1, null])
  expect(said).toBe('')
})

test('a signal is left to a run that watches for it', async () => {
  const child = started("watchInterruption().signal.addEventListener('abort', () => process.exit(3))")
  await once(child.stdout, 'data')
  child.kill('SIGINT')
  expect(await once(child, 'close')).toEqual([3, null])
})
