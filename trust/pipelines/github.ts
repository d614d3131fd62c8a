import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { parse } from 'yaml'
import { textOf } from '../documents/files.ts'
import { inShell, type ShellResult, workspace } from './shell.ts'

interface Step {
  readonly id?: string
  readonly name?: string
  readonly if?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
}

interface Job {
  readonly if?: string
  readonly needs?: string
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> }
  readonly env?: Readonly<Record<string, string>>
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly env?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

/** The settings of a repository, beside its files. */
export interface Repository {
  /** The folder of artifacts, caches and workspaces. */
  readonly home: string
  readonly vars: Readonly<Record<string, string>>
  readonly secrets: Readonly<Record<string, string>>
  readonly inputs?: Readonly<Record<string, unknown>>
  /** Variables that a team would add to `env`. */
  readonly settings?: Readonly<Record<string, string>>
}

/** A step that ran, and its job. */
interface RanStep extends ShellResult {
  readonly job: string
  readonly name: string
}

export interface RanWorkflow {
  readonly steps: readonly RanStep[]
  /** The text of all step summaries. */
  readonly summary: string
}

/** Commands that a test leaves out, since they install: `.ci/run` tries them. */
const left = new Set(['npm ci'])

/** The value of a GitHub expression. Those of our workflows are JavaScript, except for names with hyphens. */
function evaluated(expression: string, context: object): unknown {
  const readable = expression.replace(/\.([a-z_]+(?:-[a-z]+)+)/g, "['$1']")
  return runInNewContext(readable, { ...context })
}

function filled(text: unknown, context: object): string {
  return String(text ?? '').replace(/\$\{\{(.*?)\}\}/g, (_, expression: string) =>
    String(evaluated(expression, context) ?? ''),
  )
}

const filledAll = (values: Readonly<Record<string, unknown>> | undefined, context: object) =>
  Object.fromEntries(Object.entries(values ?? {}).map(([name, value]) => [name, filled(value, context)]))

/** True where a step or job goes ahead. A condition that names no state needs success, as at GitHub. */
function goesAhead(condition: string | undefined, failed: boolean, context: object): boolean {
  const bare = (condition ?? 'success()').replace(/^\s*\$\{\{(.*)\}\}\s*$/, '$1')
  const state = { always: () => true, success: () => !failed, failure: () => failed, cancelled: () => false }
  return Boolean(
    evaluated(/\b(always|success|failure|cancelled)\(/.test(bare) ? bare : `success() && (${bare})`, {
      ...context,
      ...state,
    }),
  )
}

/** Every combination of a matrix. */
function combinations(matrix: Readonly<Record<string, readonly unknown[]>> = {}): readonly object[] {
  return Object.entries(matrix).reduce<object[]>(
    (all, [name, values]) => all.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  )
}

/** The actions that our workflows use, by name. Those that install do nothing here. */
const actions: Readonly<
  Record<string, (words: Readonly<Record<string, string>>, folder: string, home: string) => void>
> = {
  checkout: () => {},
  'setup-node': () => {},
  'setup-go': () => {},
  cache: () => {},
  'cache/restore': ({ path = '' }, folder, home) => copied(join(home, 'cache', path), join(folder, path)),
  'cache/save': ({ path = '' }, folder, home) => copied(join(folder, path), join(home, 'cache', path)),
  'upload-artifact': ({ name = '', path = '' }, folder, home) =>
    copied(join(folder, path), join(home, 'artifacts', name)),
  'download-artifact': ({ name, pattern = '', path = '' }, folder, home) => {
    if (name !== undefined) return copied(join(home, 'artifacts', name), join(folder, path))
    const wanted = readdirSync(join(home, 'artifacts')).filter((one) => one.startsWith(pattern.replace('*', '')))
    for (const one of wanted) copied(join(home, 'artifacts', one), join(folder, path, one))
  },
  'upload-pages-artifact': ({ path = '' }, folder, home) => copied(join(folder, path), join(home, 'pages')),
  'deploy-pages': () => {},
}

function copied(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}

/** Runs a workflow as GitHub would, as far as ours need it: each `run:` in a shell, with the environment of its step. */
export async function runWorkflow(file: string, repository: Repository): Promise<RanWorkflow> {
  const { vars, secrets, inputs = {}, home } = repository
  const workflow = parse(textOf(file)) as Workflow
  const github = {
    run_id: '4711',
    run_number: '7',
    run_attempt: '1',
    server_url: 'https://git.example',
    repository: 'team/suite',
  }
  const summaryFile = join(home, 'summary.md')
  writeFileSync(summaryFile, '')
  const ran: RanStep[] = []
  const failedJobs = new Set<string>()
  const context = { vars, secrets, inputs, github, runner: { os: 'Linux' }, hashFiles: () => 'hash' }
  for (const [name, job] of Object.entries(workflow.jobs)) {
    const needsFailed = failedJobs.has(job.needs ?? '')
    if (!goesAhead(job.if, needsFailed, context)) continue
    for (const matrix of combinations(job.strategy?.matrix)) {
      const steps = await runJob({ name, job, workflow, context: { ...context, matrix }, repository, summaryFile })
      ran.push(...steps)
      if (steps.some(({ code }) => code !== 0)) failedJobs.add(name)
    }
  }
  return { steps: ran, summary: readFileSync(summaryFile, 'utf8') }
}

interface JobToRun {
  readonly name: string
  readonly job: Job
  readonly workflow: Workflow
  readonly context: object
  readonly repository: Repository
  readonly summaryFile: string
}

async function runJob({
  name,
  job,
  workflow,
  context,
  repository,
  summaryFile,
}: JobToRun): Promise<readonly RanStep[]> {
  const { home, settings } = repository
  const folder = workspace(home)
  const outputs: Record<string, { outputs: Record<string, string> }> = {}
  const ran: RanStep[] = []
  let failed = false
  for (const step of job.steps) {
    const here = { ...context, steps: outputs }
    if (!goesAhead(step.if, failed, here)) continue
    if (step.uses !== undefined) {
      const action = actions[step.uses.replace(/^actions\/(.*)@v\d+$/, '$1')]
      if (action === undefined) throw new Error(`${step.uses}: what does it do?`)
      action(filledAll(step.with, here), folder, home)
      continue
    }
    if (left.has(step.run ?? '')) continue
    const outputFile = join(folder, '.output')
    writeFileSync(outputFile, '')
    const environment = {
      ...settings,
      ...filledAll({ ...workflow.env, ...job.env, ...step.env }, here),
      CI: 'true',
      GITHUB_ACTIONS: 'true',
      GITHUB_OUTPUT: outputFile,
      GITHUB_STEP_SUMMARY: summaryFile,
    }
    const ended = await inShell(['-e', '-c', filled(step.run, here)], folder, environment)
    const said = readFileSync(outputFile, 'utf8').matchAll(/^(\w+)=(.*)$/gm)
    if (step.id !== undefined)
      outputs[step.id] = { outputs: Object.fromEntries([...said].map(([, key = '', value]) => [key, value ?? ''])) }
    ran.push({ job: name, name: step.name ?? step.run ?? '', ...ended })
    failed ||= ended.code !== 0
  }
  return ran
}
