import { cpSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { textOf } from '../documents/files.ts'
import { inShell, type ShellResult, workspace } from './shell.ts'

interface Job {
  readonly extends?: string
  readonly needs?: readonly string[]
  readonly parallel?: number
  readonly variables?: Readonly<Record<string, string>>
  readonly script: readonly string[]
  readonly cache?: readonly { readonly paths: readonly string[] }[]
  readonly artifacts?: { readonly paths: readonly string[]; readonly reports?: Readonly<Record<string, string>> }
}

/** The GitLab file: its jobs, and the variables of all of them. */
function gitlabFile(): Readonly<Record<string, Job>> & { readonly variables: Readonly<Record<string, string>> } {
  return parse(textOf('docs/pipelines/gitlab-ci.yml'), { merge: true })
}

/** The settings of a GitLab project, beside its files. */
export interface Project {
  /** The folder of artifacts, caches and workspaces. */
  readonly home: string
  /** Its CI/CD variables. */
  readonly variables: Readonly<Record<string, string>>
}

/** Report files that a job declares and did not write. */
function missingReports({ artifacts }: Job, folder: string): readonly string[] {
  return Object.values(artifacts?.reports ?? {}).filter((file) => !existsSync(join(folder, file)))
}

/**
 * Runs jobs as GitLab would, as far as ours need it: each `script` in a shell with its variables. Artifacts and caches are handed
 * on. `before_script` is left out: it installs, and `.ci/run` tries that.
 */
export async function runJobs(
  names: readonly string[],
  { home, variables }: Project,
): Promise<readonly (ShellResult & { readonly missing: readonly string[] })[]> {
  const file = gitlabFile()
  const ended = []
  for (const name of names) {
    const job = file[name] as Job
    for (let index = 1; index <= (job.parallel ?? 1); index += 1) {
      const folder = workspace(home)
      const caches = (job.cache ?? []).flatMap(({ paths }) => paths)
      for (const path of caches) copied(join(home, 'cache', path), join(folder, path))
      for (const need of job.needs ?? []) copied(join(home, 'artifacts', need), folder)
      const own = {
        CI: 'true',
        GITLAB_CI: 'true',
        CI_NODE_INDEX: `${index}`,
        CI_NODE_TOTAL: `${job.parallel ?? 1}`,
        CI_PIPELINE_IID: '7',
        CI_JOB_URL: 'https://git.example/job/7',
      }
      const environment = { ...own, ...file.variables, ...job.variables, ...variables }
      const result = await inShell(['-eo', 'pipefail', '-c', job.script.join('\n')], folder, environment)
      for (const path of caches) copied(join(folder, path), join(home, 'cache', path))
      for (const path of job.artifacts?.paths ?? []) copied(join(folder, path), join(home, 'artifacts', name, path))
      ended.push({ ...result, missing: missingReports(job, folder) })
    }
  }
  return ended
}

function copied(from: string, to: string): void {
  if (existsSync(from)) cpSync(from, to, { recursive: true })
}
