import { once } from 'node:events'
import { stderr, stdout } from 'node:process'
import type { ExitCode } from '../evidence/results.ts'
import { UsageError } from '../evidence/usage-error.ts'
import type { Deployment } from '../fixtures/deployment.ts'
import { faultNamed, faults } from '../fixtures/faults/faults.ts'
import { loadWeaknesses, weaknessNamed } from '../fixtures/faults/load-weaknesses.ts'
import { type Front, listen } from '../fixtures/front/front.ts'
import { LimitSpecError } from '../fixtures/service/limit-spec.ts'
import { createService } from '../fixtures/service/service.ts'
import { developmentPrefix } from '../fixtures/settings.ts'
import { styles } from '../fixtures/styles/styles.ts'
import { watchInterruption } from '../run/interruption.ts'
import { knownWord } from '../run/options/nearest.ts'
import { each, flag, oneOf, otherwise, text, type ValuesOf, whole } from '../run/options/option.ts'
import { parseWords, refusePositionals } from '../run/options/parse.ts'
import type { Command } from './command.ts'
import { referenceName, servable } from './servable.ts'

const styleNames = [referenceName, ...styles.map(({ name }) => name)]
const faultNames = [...faults, ...loadWeaknesses].map(({ name }) => name)

const options = {
  port: otherwise(whole({ least: 0, most: 65_535 }, 'N', 'a port of your choice (any that is free)'), 0),
  style: { ...otherwise(oneOf(styleNames, 'style', 'another conforming deployment'), referenceName), value: 'NAME' },
  fault: each('NAME', 'with a planted fault: the option again for each', (word) =>
    knownWord(word, faultNames, 'fault'),
  ),
  limit: text('SPEC', 'the limit of the load key, such as fixed-window:20/2s'),
  production: flag('prints the settings without DEV_'),
  list: flag('the styles, faults and limits that there are; a word behind it narrows the list'),
}

/** Settings as lines that dotenv reads back unchanged. */
export function settingLines(settings: Readonly<Record<string, string>>, prefix: string = ''): string {
  const written = (value: string) => (/^[\w:/.@,+-]*$/.test(value) ? value : `'${value}'`)
  return Object.entries(settings)
    .map(([name, value]) => `${prefix}${name}=${written(value)}\n`)
    .join('')
}

/** The deployment with these faults and weaknesses. */
export function planted(healthy: Deployment, names: readonly string[]): Deployment {
  return names.reduce((own, name) => (faultNamed(name) ?? weaknessNamed(name))?.plant(own) ?? own, healthy)
}

async function deploymentOf({ style, limit, production, fault }: ValuesOf<typeof options>): Promise<Deployment> {
  if (limit !== null && style !== referenceName) {
    throw new UsageError('--limit goes with the reference service, not with --style')
  }
  const found = styles.find(({ name }) => name === style)
  const service = () => createService({ production, ...(limit === null ? {} : { limit }) })
  return planted(await (found === undefined ? service() : found.make()), fault)
}

async function frontOf(values: ValuesOf<typeof options>): Promise<Front> {
  const deployment = await deploymentOf(values).catch((error: unknown) => {
    throw error instanceof LimitSpecError ? new UsageError(error.message) : error
  })
  return listen(deployment, { port: values.port }).catch((error: unknown) => {
    throw new UsageError(
      `Port ${values.port} cannot be had (${error instanceof Error ? error.message : String(error)}): name another --port, or leave it out`,
    )
  })
}

async function serveDeployment(words: readonly string[]): Promise<ExitCode> {
  const { values, positionals } = parseWords(words, options)
  if (values.list) {
    stdout.write(`${servable(positionals)}\n`)
    return 0
  }
  refusePositionals('serve', positionals)
  const front = await frontOf(values)
  const prefix = values.production ? '' : developmentPrefix
  stdout.write(settingLines({ BASE_URL: front.url, ...front.deployment.settings }, prefix))
  if (stdout.isTTY) stderr.write(`\nServing at ${front.url} with the settings above. Ctrl-C ends it.\n`)
  await untilInterrupted()
  await front.close()
  return 0
}

/** Waits for an interruption. It is the normal end of serving and no failure. */
async function untilInterrupted(): Promise<void> {
  const { signal } = watchInterruption()
  using _held = setInterval(() => {}, 60_000)
  await once(signal, 'abort')
}

export const serve: Command = {
  takes: '[options]',
  summary: 'serves a deployment to try the suite on, and prints its settings',
  about: `On loopback, until interrupted. A style is a deployment that conforms and looks
unlike others; a fault is one way to break the specification, planted into it.
Exit 0: interrupted, which is its end. 2: not served, and why.`,
  options: { Options: options },
  examples: {
    'npx suite serve --list auth': 'styles, faults and limits that have to do with auth',
    'npx suite serve > served.env &': 'serves, and keeps the settings that reach it',
    'npx suite run gate --settings served.env': 'asks it, once served.env is filled: some seconds later',
  },
  run: serveDeployment,
}
