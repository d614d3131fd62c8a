// @module-tag external
import { existsSync, mkdtempSync, readdirSync, rmSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { catalogue } from '../../fixtures/catalog/catalog.ts'
import { type Front, listen } from '../../fixtures/front/front.ts'
import { createService } from '../../fixtures/service/service.ts'
import { wantedK6 } from '../../load/engine/build-k6.ts'
import { readRunOptions } from '../../run/options/run-options.ts'
import { textOf, top } from '../documents/files.ts'
import { asDevelopment } from '../processes/child-run.ts'
import { k6ForTests } from '../tools/k6-for-tests.ts'
import { inShell, workspace } from './shell.ts'

let home = ''
let front: Front
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'pipelines-'))
  front = await listen(await createService({ limit: 'fixed-window:20/1s' }))
})
afterAll(async () => {
  await front.close()
  rmSync(home, { recursive: true })
})

test('the cron line runs a night, and tells how it ended', { timeout: 240_000 }, async () => {
  const [, line = ''] = /```cron\n(?:\S+ ){5}(.*)\n```/.exec(textOf('docs/pipelines/README.md')) ?? []
  const folder = workspace(home)
  // The test must not write into reports/out of the checkout.
  unlinkSync(join(folder, 'reports'))
  const { binary } = await k6ForTests()
  const { settings } = front.deployment
  const environment = asDevelopment({ ...settings, BASE_URL: front.url })
  const others = catalogue.flatMap(({ id, product }) => (product === 'Embeds' ? [] : [id])).join(',')
  const own = { K6_BIN: binary, HISTORY_FILE: join(home, 'history'), DEV_EXCLUDE_OPERATIONS: others }
  const text = Object.entries({ ...environment, ...own })
  writeFileSync(join(folder, '.env'), text.map(([name, value]) => `${name}='${value}'\n`).join(''))
  const command = line.replaceAll('\\%', '%').replace('/opt/platform-api-suite', folder)
  const { code, output } = await inShell(['-c', command], home, {})
  expect(code, output).toBe(0)
  expect(output).toMatch(/^PASSED.*\nPassed: .*\n$/)
  const [night = ''] = readdirSync(join(folder, 'reports/out'))
  expect(existsSync(join(folder, 'reports/out', night, 'index.html'))).toBe(true)
})

test('the Containerfile names the wanted k6, and every file that it copies exists', () => {
  const file = textOf('docs/pipelines/Containerfile')
  expect(file).toContain(`k6@v${wantedK6}`)
  const copied = [...file.matchAll(/^COPY (?!--)(.*) \S+$/gm)].flatMap(([, words = '']) => words.split(' '))
  expect(copied.filter((name) => !existsSync(join(top, name)))).toEqual([])
  const rooms = ['fixtures', 'evidence', 'contracts', 'load', 'reports', 'run', 'commands']
  expect(copied).toEqual(expect.arrayContaining(rooms))
})

test('the CronJob calls the suite with valid words, and has only the rights and mounts that it needs', () => {
  const { spec } = parse(textOf('docs/pipelines/cronjob.yaml'))
  const { template, backoffLimit, activeDeadlineSeconds } = spec.jobTemplate.spec
  const [container] = template.spec.containers
  const [word, ...words] = container.args
  expect(word).toBe('run')
  expect(readRunOptions(words).maxDuration / 1000).toBeLessThan(activeDeadlineSeconds)
  expect(backoffLimit).toBe(0)
  expect(container.securityContext).toMatchObject({ readOnlyRootFilesystem: true, allowPrivilegeEscalation: false })
  const mounted = container.volumeMounts.map(({ name }: { readonly name: string }) => name)
  expect(template.spec.volumes.map(({ name }: { readonly name: string }) => name).toSorted()).toEqual(
    mounted.toSorted(),
  )
  expect(textOf('docs/pipelines/Containerfile')).toContain('VOLUME /suite/reports/out')
})
