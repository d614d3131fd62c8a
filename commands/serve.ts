import { stdout } from 'node:process'
import type { ExitCode } from '../evidence/results.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { faultNamed, faults } from '../fixtures/faults/faults.ts'
import { listen } from '../fixtures/front/front.ts'
import { LimitSpecError, limitForms } from '../fixtures/service/limit-spec.ts'
import { createService } from '../fixtures/service/service.ts'
import { developmentPrefix } from '../fixtures/settings.ts'
import { styles } from '../fixtures/styles/styles.ts'
import { watchInterruption } from '../run/interruption.ts'
import { knownWord } from '../run/nearest.ts'
import { parseOptions } from '../run/run-options.ts'
import { UsageError } from '../run/usage-error.ts'

const referenceName = 'reference'

/** Writes a value so that dotenv reads it back. */
function envValue(value: string): string {
  return /^[\w:/.@,+-]*$/.test(value) ? value : `'${value}'`
}

function listing(): string {
  const width = Math.max(...faults.map(({ name }) => name.length))
  return [
    'Styles (--style):',
    `  ${referenceName.padEnd(width)}  the reference service`,
    ...styles.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'Faults (--fault), with the check that must catch them:',
    ...faults.map(
      ({ name, check, sub, summary }) =>
        `  ${name.padEnd(width)}  ${check}${sub === undefined ? '' : `:${sub}`}  ${summary}`,
    ),
    '',
    'Limits of the load key (--limit):',
    ...limitForms.map((form) => `  ${form}`),
  ].join('\n')
}

async function deploymentOf(style: string, limit: string | undefined, production: boolean): Promise<Deployment> {
  if (style === referenceName) return createService({ production, ...(limit === undefined ? {} : { limit }) })
  if (limit !== undefined) throw new UsageError('--limit goes with the reference service, not with --style')
  const found = styles.find(({ name }) => name === style)
  if (found === undefined) throw new UsageError(`There is no style '${style}'`)
  return found.make()
}

function portOf(text: string | undefined): number {
  const port = Number(text ?? 0)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new UsageError(`--port takes a number from 0 to 65535, not '${text}'`)
  return port
}

const options = {
  port: { type: 'string' },
  style: { type: 'string' },
  fault: { type: 'string', multiple: true },
  limit: { type: 'string' },
  list: { type: 'boolean' },
  production: { type: 'boolean' },
} as const

/** `serve`: the reference service, or a style, on loopback, until it is interrupted. Prints the settings that reach it. */
export async function serve(args: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseOptions(args, { options })
  if (positionals.length > 0) throw new UsageError(`serve takes no '${positionals[0]}'`)
  if (values.list === true) {
    stdout.write(`${listing()}\n`)
    return 0
  }
  const style = knownWord(values.style ?? referenceName, [referenceName, ...styles.map(({ name }) => name)], 'style')
  const names = (values.fault ?? []).map((name) =>
    knownWord(
      name,
      faults.map((fault) => fault.name),
      'fault',
    ),
  )
  const port = portOf(values.port)
  const production = values.production ?? false
  const healthy = await deploymentOf(style, values.limit, production).catch((error: unknown) => {
    throw error instanceof LimitSpecError ? new UsageError(error.message) : error
  })
  const deployment = names.reduce((planted, name) => faultNamed(name)?.plant(planted) ?? planted, healthy)
  const front = await listen(deployment, { port }).catch((error: unknown) => {
    throw new UsageError(`Port ${port} cannot be had (${error instanceof Error ? error.message : String(error)})`)
  })
  const prefix = production ? '' : developmentPrefix
  const settings = Object.entries({ BASE_URL: front.url, ...deployment.settings })
  stdout.write(settings.map(([name, value]) => `${prefix}${name}=${envValue(value)}\n`).join(''))
  await untilInterrupted()
  await front.close()
  return 0
}

/** Serving until told to stop is what was asked for: the end is no failure. */
function untilInterrupted(): Promise<void> {
  const { signal } = watchInterruption()
  const held = setInterval(() => {}, 60_000)
  return new Promise((done) =>
    signal.addEventListener('abort', () => {
      clearInterval(held)
      done()
    }),
  )
}
